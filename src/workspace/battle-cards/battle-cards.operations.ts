import { ApiProperty } from '@nestjs/swagger';
import { productPath } from '#market/products/products.operations.js';
import { ReportProduct } from '#market/report-reading/pain-points.operations.js';
import { Quote } from '#market/reports/theme.dto.js';
import { defineOperation } from '#platform/operations/operation.js';

export class BattleCardPain {
  @ApiProperty({ format: 'uuid', description: 'The id of the theme' }) theme_id!: string;
  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) name!: string;
  @ApiProperty({ type: 'integer', description: 'The texts that name it', example: 131 }) total_mentions!: number;
  @ApiProperty({ type: 'number', description: 'Their share of the texts read, from 0 to 1', example: 0.0133 })
  share!: number;

  @ApiProperty({ description: 'How the share changes', example: 'trending' }) trend!: string;
  @ApiProperty({ type: Quote, nullable: true, description: 'What a reviewer wrote; null if no quote is left' })
  quote!: Quote | null;

  @ApiProperty({ description: 'A question to the customer about it', example: 'Which step keeps you waiting longest?' })
  ask!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What your sender profile says about it, in your words; null if it says nothing that fits',
    example: 'Scheduled exports with retries.',
  })
  say!: string | null;
}

export class BattleCardDeparture {
  @ApiProperty({ description: 'The product that people leave for', example: 'Rivalbox' }) name!: string;
  @ApiProperty({ type: 'integer', description: 'The reviews that say so', example: 12 }) reviews!: number;
  @ApiProperty({ type: Quote, nullable: true, description: 'One of them; null if no quote is left' })
  quote!: Quote | null;
}

export class BattleCardOwnRate {
  @ApiProperty({ format: 'uuid', description: 'The id of your product' }) product_id!: string;
  @ApiProperty({ description: 'The name of your product', example: 'Notebox' }) name!: string;
  @ApiProperty({ type: 'number', description: 'Mentions per 100 texts read', example: 2.1 }) per_hundred!: number;
}

export class BattleCardStrength {
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;
  @ApiProperty({ type: 'number', description: 'Mentions per 100 texts read, of this product', example: 8.2 })
  theirs!: number;

  @ApiProperty({ type: 'number', description: 'Of yours; of several, the lowest', example: 2.1 }) yours!: number;

  @ApiProperty({ type: [BattleCardOwnRate], description: 'Your products that are better, the lowest first' })
  your_products!: BattleCardOwnRate[];
}

export class ProductBattleCard {
  @ApiProperty({ type: ReportProduct, description: 'The product' }) product!: ReportProduct;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Of the report; null without one' })
  generated_at!: string | null;

  @ApiProperty({ type: 'integer', description: 'The texts read', example: 9_856 }) texts_read!: number;

  @ApiProperty({ type: [BattleCardDeparture], description: 'At most three products that people leave for' })
  why_people_leave!: BattleCardDeparture[];

  @ApiProperty({ type: [BattleCardPain], description: 'At most five themes, the most named first' })
  pains!: BattleCardPain[];

  @ApiProperty({
    type: [BattleCardStrength],
    description:
      'At most three kinds of problems that reviewers of your products name less, beyond chance. Compared with at most three products that your sender profile names',
  })
  strengths!: BattleCardStrength[];

  @ApiProperty({
    type: [String],
    description: 'At most three kinds of problems in which it is better than its competitors',
  })
  be_fair!: string[];

  @ApiProperty({ description: 'The card as Markdown' }) markdown!: string;
}

export const getBattleCard = defineOperation({
  id: 'get_battle_card',
  tag: 'Comparisons',
  summary: 'Reads the battle card of a product',
  description:
    'For a conversation with its customers: why people leave, five pains with a quote, a question and what your sender profile says ' +
    'about it, and where it is better than others. Made from the last finished report and free of charge; empty without a report.',
  lanes: ['key'],
  input: { path: productPath },
  output: { type: ProductBattleCard },
  failures: [404],
});
