import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, Matches } from 'class-validator';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { REPORT_STATUSES, type ReportStatus } from '#market/report-reading/pain-points.operations.js';

const MIN_PRODUCTS = 2;
/** The maximum number of products in a comparison. */
export const MAX_COMPARED = 6;

/** The ids of a repeated parameter or of a list with commas. */
const readIds = ({ value }: { value: unknown }): unknown =>
  value === undefined
    ? undefined
    : [value].flat().flatMap((each) => (typeof each === 'string' ? each.toLowerCase().split(',') : [each]));

export class ComparisonQuery {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    minItems: MIN_PRODUCTS,
    maxItems: MAX_COMPARED,
    description: 'The products, two to six different ones: the parameter repeated, or the ids with commas',
    example: ['01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11'],
  })
  @Transform(readIds)
  @IsArray({ message: 'ids must name two to six products' })
  @ArrayMinSize(MIN_PRODUCTS, {
    message: `ids must name at least ${MIN_PRODUCTS} products`,
    context: { min: MIN_PRODUCTS },
  })
  @ArrayMaxSize(MAX_COMPARED, {
    message: `ids must name at most ${MAX_COMPARED} products`,
    context: { max: MAX_COMPARED },
  })
  @ArrayUnique({ message: 'ids must differ' })
  @Matches(UUID_PATTERN, { each: true, message: 'ids must be UUIDs' })
  ids!: string[];
}

/** A product of a comparison, with the state of its report. */
export class ProductInComparison {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Dropbox' }) name!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address of the logo; null if unknown', example: null })
  logo_url!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The number of reviews read; null without a report',
    example: 10_000,
  })
  reviews_read!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The texts read, of which all shares are a part; null without a report',
    example: 9_856,
  })
  texts_read!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'The average rating of all reviews; null without ratings or in older reports',
    example: 3.42,
  })
  average_rating!: number | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null without a report' })
  generated_at!: string | null;

  @ApiProperty({ enum: REPORT_STATUSES, description: 'The state of the report', example: 'completed' })
  status!: ReportStatus;
}

export class ComparedCategory {
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) name!: string;

  @ApiProperty({
    type: 'array',
    items: { type: ['number', 'null'] },
    description: 'Mentions per 100 texts read, in the order of `products`; null without a report that read texts',
    example: [4.2, 1.9],
  })
  per_hundred!: (number | null)[];

  @ApiProperty({ format: 'uuid', description: 'The id of the product with the most mentions per 100 texts' })
  worst!: string;

  @ApiProperty({ format: 'uuid', description: 'The id of the product with the fewest mentions per 100 texts' })
  best!: string;
}

export class ThemeOfProduct {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) product_id!: string;

  @ApiProperty({
    description:
      'The stable key of what the theme is about: the same for every product, whatever the name of its theme',
    example: 'opens',
  })
  family!: string;

  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) category_name!: string;

  @ApiProperty({ type: 'integer', description: 'The number of reviews that mention the theme', example: 131 })
  total_mentions!: number;
}

export class ComparisonPoint {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) product_id!: string;
  @ApiProperty({ format: 'uuid', description: 'The id of the theme' }) theme_id!: string;
  @ApiProperty({ description: 'The name of the theme', example: 'Cannot open files' }) category_name!: string;
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;

  @ApiProperty({ type: 'integer', description: 'The texts that name the theme', example: 131 })
  total_mentions!: number;

  @ApiProperty({ type: 'number', description: 'Their share of the texts read, from 0 to 1', example: 0.0133 })
  share!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'The average rating of the product less that of the reviews that name the theme; null if one of them is unknown',
    example: 1.62,
  })
  stars_lost!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The reviews with a rating that name the theme, of which `stars_lost` is made; null in older reports',
    example: 128,
  })
  rated_mentions!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The reviews of the product with a rating, of which `stars_lost` is made; null in older reports',
    example: 9_412,
  })
  rated_reviews!: number | null;
}

export class ComparedRate {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) product_id!: string;
  @ApiProperty({ type: 'number', description: 'Mentions per 100 texts read', example: 4.2 }) per_hundred!: number;
  @ApiProperty({ type: 'number', description: 'The lower limit of the 95 % interval', example: 3.8 }) low!: number;
  @ApiProperty({ type: 'number', description: 'The upper limit of the 95 % interval', example: 4.6 }) high!: number;
}

export class ComparisonOpening {
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;

  @ApiProperty({ type: ComparedRate, description: 'The product whose reviewers name it more often' })
  worst!: ComparedRate;

  @ApiProperty({ type: [ComparedRate], description: 'The other products, whose intervals lie wholly below' })
  others!: ComparedRate[];
}

export class ProductComparison {
  @ApiProperty({ type: [ProductInComparison], description: 'In the order of `ids`' }) products!: ProductInComparison[];

  @ApiProperty({
    type: [ComparedCategory],
    description: 'At most 20, the most frequent of the first product first; empty with fewer than two reports',
  })
  categories!: ComparedCategory[];

  @ApiProperty({
    type: [ComparisonPoint],
    description:
      'How often each theme is named and what it costs: at most 12 for each product, the most mentions first',
  })
  points!: ComparisonPoint[];

  @ApiProperty({
    type: [ComparisonOpening],
    description: 'At most 4: where one product is worse than all others beyond chance, the greatest distance first',
  })
  openings!: ComparisonOpening[];

  @ApiProperty({
    type: [ThemeOfProduct],
    description:
      'Themes that several of the products have, one line for each product; the lines of one theme have the same `family`',
  })
  shared_themes!: ThemeOfProduct[];

  @ApiProperty({ type: [ThemeOfProduct], description: 'Themes that only one of the products has' })
  unique_themes!: ThemeOfProduct[];
}

export const compareProducts = defineOperation({
  id: 'compare_products',
  tag: 'Comparisons',
  summary: 'Compares the reports of two to six products',
  description:
    'The frequency of complaints about each kind of problem for each product, and the themes that the products share. Made from ' +
    'the last finished report of each product. An unknown product is a 404 whose message names it.',
  input: { query: ComparisonQuery },
  output: { type: ProductComparison },
  failures: [404],
});
