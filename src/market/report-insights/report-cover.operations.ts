import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { productPath } from '#market/products/products.operations.js';
import { OneOf, OptionalField, toWholeNumber } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';

/** Whether complaints have become more or fewer, beyond chance. */
export const DIRECTIONS = ['worse', 'better', 'level'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const COVER_MONTHS = [6, 12, 24] as const;
const DEFAULT_MONTHS = 12;

export class CoverQuery {
  @ApiPropertyOptional({
    enum: COVER_MONTHS,
    default: DEFAULT_MONTHS,
    description: 'The number of complete months that are shown',
  })
  @Transform(toWholeNumber)
  @OptionalField()
  @OneOf(COVER_MONTHS)
  months: number = DEFAULT_MONTHS;
}

export class RisingTheme {
  @ApiProperty({ format: 'uuid', description: 'The id of the theme' }) theme_id!: string;
  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) category_name!: string;
  @ApiProperty({ description: 'The first month with the new share', example: '2025-03' }) month!: string;
  @ApiProperty({ type: 'number', description: 'The share before, from 0 to 1', example: 0.04 }) from_share!: number;
  @ApiProperty({ type: 'number', description: 'The share from this month on', example: 0.11 }) to_share!: number;
}

export class CoverFigures {
  @ApiProperty({ type: 'integer', description: 'The texts read, of which all shares are a part', example: 9_856 })
  texts_read!: number;

  @ApiProperty({ type: 'integer', description: 'How many of them name a problem', example: 3_450 })
  texts_with_problem!: number;

  @ApiProperty({ type: 'number', description: 'Their share, from 0 to 1', example: 0.35 }) share_with_problem!: number;

  @ApiPropertyOptional({
    type: 'number',
    nullable: true,
    description: 'Only with a key: the average rating of all reviews; null without ratings or in older reports',
    example: 3.42,
  })
  average_rating?: number | null;

  @ApiPropertyOptional({
    type: 'number',
    nullable: true,
    description: 'Only with a key: the average of the last 90 days of reviews less the average before; null if unknown',
    example: -0.31,
  })
  rating_change?: number | null;

  @ApiPropertyOptional({
    type: RisingTheme,
    nullable: true,
    description: 'Only with a key: the theme whose share has grown most, beyond chance; null if none has',
  })
  top_rising?: RisingTheme | null;
}

export class CategoryMentions {
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;
  @ApiProperty({ type: 'integer', description: 'Mentions of its themes', example: 12 }) mentions!: number;
}

export class CoverMonth {
  @ApiProperty({ description: 'Year and month', example: '2025-03' }) month!: string;
  @ApiProperty({ type: 'integer', description: 'The texts of the month that were read', example: 140 })
  texts_read!: number;

  @ApiProperty({ description: 'Fewer than 20 texts, too few for a rate', example: false }) too_small!: boolean;

  @ApiProperty({ type: [CategoryMentions], description: 'In every month the same categories, the most frequent first' })
  categories!: CategoryMentions[];
}

export class CoverChange {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null if the report has no such theme' })
  theme_id!: string | null;

  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) category_name!: string;
  @ApiProperty({ enum: ['worse', 'better'], description: 'Whether more or fewer name it', example: 'worse' })
  direction!: Exclude<Direction, 'level'>;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The first month with the new share; null for a change since the last report',
    example: '2025-03',
  })
  month!: string | null;

  @ApiProperty({ type: 'number', description: 'The share before, from 0 to 1', example: 0.04 }) from_share!: number;
  @ApiProperty({ type: 'number', description: 'The share after', example: 0.11 }) to_share!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'A quote of the theme' }) quote!: string | null;
}

export class CoverMarker {
  @ApiProperty({ enum: ['release', 'change'], description: 'A release that reviews name, or the change of a theme' })
  kind!: 'release' | 'change';

  @ApiProperty({ description: 'Year and month', example: '2025-03' }) month!: string;
  @ApiProperty({ description: 'The release or the theme', example: '5.2' }) label!: string;
}

export class ReportCover {
  @ApiProperty({
    description: 'The report in one sentence. Empty before the first report',
    example: '“Cannot open files” has grown from 4% to 11% of the texts since March 2025.',
  })
  verdict!: string;

  @ApiProperty({
    enum: DIRECTIONS,
    description: 'What the verdict reports; `level` where nothing changed beyond chance',
  })
  direction!: Direction;

  @ApiProperty({ type: CoverFigures, nullable: true, description: 'Null before the first report' })
  figures!: CoverFigures | null;

  @ApiPropertyOptional({ type: [CoverMonth], description: 'Only with a key: complete months, oldest first' })
  months?: CoverMonth[];

  @ApiPropertyOptional({ type: [CoverChange], description: 'Only with a key: at most three, the greatest first' })
  what_changed?: CoverChange[];

  @ApiPropertyOptional({ type: [CoverMarker], description: 'Only with a key: in these months, oldest first' })
  markers?: CoverMarker[];
}

export const getReportCover = defineOperation({
  id: 'get_report_cover',
  tag: 'Pain points',
  summary: 'Reads the first screen of a report',
  description:
    'One sentence, the figures, the mentions by month, and what changed, all made from the last finished report. Every share is ' +
    'one of the texts read. Without a credential: a verdict without changes, and the first three figures.',
  lanes: ['anonymous', 'key', 'oauth'],
  input: { path: productPath, query: CoverQuery },
  output: { type: ReportCover, upsell: true },
});
