import { ApiProperty } from '@nestjs/swagger';
import { CoverChange, type Direction, DIRECTIONS } from '#market/report-insights/report-cover.operations.js';
import { defineOperation } from '#platform/operations/operation.js';

/** What a team can do next, the most urgent first. */
export const NEXT_KINDS = ['new_opportunities', 'new_reviews', 'first_report', 'follow_product'] as const;
export type NextKind = (typeof NEXT_KINDS)[number];

export class HomeProductName {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Tabula' }) name!: string;
}

export class HomeStep {
  @ApiProperty({ enum: NEXT_KINDS, description: 'What to do', example: 'new_opportunities' }) kind!: NextKind;
  @ApiProperty({ type: 'integer', description: 'How many opportunities or reviews wait', example: 9 }) count!: number;
  @ApiProperty({ type: HomeProductName, nullable: true, description: 'The product that it is about' })
  product!: HomeProductName | null;

  @ApiProperty({
    format: 'uri',
    description: 'The page in the app',
    example: 'https://qualm.example/app/opportunities',
  })
  app_url!: string;
}

export class HomeMonth {
  @ApiProperty({ description: 'Year and month', example: '2025-03' }) month!: string;
  @ApiProperty({ type: 'integer', description: 'The texts of the month that were read', example: 140 })
  texts_read!: number;

  @ApiProperty({ type: 'integer', description: 'Mentions of the theme, or of all themes of the product', example: 31 })
  mentions!: number;
  @ApiProperty({ description: 'Fewer than 20 texts, too few for a rate', example: false }) too_small!: boolean;
}

/** A change of a theme. `from_share` of a new theme is 0. */
export class HomeChange extends CoverChange {
  @ApiProperty({ type: HomeProductName, description: 'The product' }) product!: HomeProductName;
  @ApiProperty({ type: [HomeMonth], description: 'The last 12 complete months of the theme, oldest first' })
  months!: HomeMonth[];

  @ApiProperty({ format: 'date-time', description: 'When the report was made' }) generated_at!: string;
}

export class HomeTheme {
  @ApiProperty({ format: 'uuid', description: 'The id of the theme' }) theme_id!: string;
  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) name!: string;
  @ApiProperty({ type: 'number', description: 'Its share of the texts read, from 0 to 1', example: 0.11 })
  share!: number;
}

export class HomeProduct extends HomeProductName {
  @ApiProperty({ type: 'string', nullable: true, description: 'The address of its logo' }) logo_url!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When its last report was made; null without one',
  })
  report_generated_at!: string | null;

  @ApiProperty({ description: 'The report was made since then', example: true }) is_report_new!: boolean;
  @ApiProperty({ type: 'integer', description: 'Reviews added, changed or removed since the report', example: 41 })
  reviews_since_report!: number;

  @ApiProperty({ type: 'integer', description: 'Opportunities found since then, counted up to 100', example: 4 })
  new_opportunities!: number;

  @ApiProperty({ enum: DIRECTIONS, description: 'What the verdict of the report says', example: 'worse' })
  direction!: Direction;

  @ApiProperty({ type: HomeTheme, nullable: true, description: 'The theme that most texts name; null without any' })
  top_theme!: HomeTheme | null;

  @ApiProperty({ type: [HomeMonth], description: 'The last 12 complete months, oldest first' }) months!: HomeMonth[];
}

export class HomeOpportunities {
  @ApiProperty({
    type: 'integer',
    description: 'New, not viewed, found since then, and whose writer can be reached; at most 1000',
    example: 9,
  })
  count!: number;

  @ApiProperty({ description: 'There are more than the count', example: false }) is_more!: boolean;
}

export class HomeSearch {
  @ApiProperty({ format: 'uuid', description: 'The id of the saved search' }) id!: string;
  @ApiProperty({ description: 'Its name', example: 'Leaving Tabula' }) name!: string;
  @ApiProperty({ type: 'integer', description: 'Matches since then, counted up to 1000', example: 12 })
  new_matches!: number;
}

export class HomeOverview {
  @ApiProperty({
    format: 'date-time',
    description: 'The end of the last visit of the person; with a key, and during a first visit, seven days ago',
  })
  since!: string;

  @ApiProperty({ description: '`since` is the end of a visit', example: false }) is_visit!: boolean;
  @ApiProperty({ type: [HomeStep], description: 'At most three things to do, the most urgent first' })
  next!: HomeStep[];

  @ApiProperty({ type: [HomeChange], description: 'What reports since then show, beyond chance; at most six' })
  changes!: HomeChange[];

  @ApiProperty({ type: 'integer', description: 'Products that your team follows', example: 7 })
  followed_products!: number;

  @ApiProperty({ type: [HomeProduct], description: 'Eight of them, those with a new report first' })
  products!: HomeProduct[];

  @ApiProperty({ type: HomeOpportunities, description: 'The people found since then' })
  opportunities!: HomeOpportunities;

  @ApiProperty({ type: [HomeSearch], description: 'The 20 newest saved searches' }) saved_searches!: HomeSearch[];
}

export const getHome = defineOperation({
  id: 'get_home',
  tag: 'Home',
  summary: 'Reads what changed since the last visit',
  description:
    'What reports of followed products show, what to do next, the people found, and the matches of saved searches, since the last visit ' +
    'of the person or, with a key, in the last seven days.',
  lanes: ['key'],
  input: {},
  output: { type: HomeOverview },
});
