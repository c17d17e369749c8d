import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { idPath, MaxCharacters, OptionalField } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { ProductsVersion } from './products.version.js';

export const productPath = idPath('Id of the product');

export class ProductSearch extends PageQuery {
  @ApiPropertyOptional({
    description: 'A part of the name, regardless of case. Without a query, the most reviewed products are listed',
    maxLength: 200,
    example: 'drop',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @OptionalField()
  @MaxCharacters(200, { message: 'query must be at most 200 characters', context: { max: 200 } })
  @IsString({ message: '$property must be text' })
  query?: string;
}

/** The reviews that a new report of a product would read. */
export class ReviewCounts {
  @ApiProperty({ type: 'integer', description: 'The number of reviews', example: 214 }) reviews_count!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'How many reviews were added, changed or removed since the last finished report began to read; all reviews if ' +
      'there is no report. At 0, a new report is free and changes nothing, unless the engine has changed',
    example: 12,
  })
  reviews_since_report!: number;
}

/** A product, as in lists. */
export class ProductView extends ReviewCounts {
  @ApiProperty({
    format: 'uuid',
    description: 'The id of the product',
    example: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
  })
  id!: string;

  @ApiProperty({ description: 'The name of the product', example: 'Dropbox' }) name!: string;
  @ApiProperty({ description: 'The maker; empty if unknown', example: 'Dropbox, Inc.' }) by!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address of the logo; null if unknown', example: null })
  logo_url!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A description of the product; null if unknown',
    example: 'File storage and sharing',
  })
  description!: string | null;

  @ApiProperty({ type: [String], description: 'The product categories', example: ['Productivity', 'Storage'] })
  categories!: string[];

  @ApiProperty({
    enum: ['none', 'generating', 'completed', 'failed'],
    description: 'The state of the report',
    example: 'completed',
  })
  pain_points_report_status!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the last finished report was generated; null before the first',
    example: '2026-03-01T09:30:00.000Z',
  })
  pain_points_report_generated_at!: string | null;
}

export class ComparedProduct extends ReviewCounts {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Dropbox' }) name!: string;

  @ApiProperty({ type: [String], description: 'The product categories', example: ['Productivity'] })
  categories!: string[];

  @ApiProperty({ type: String, nullable: true, description: 'The address of the logo; null if unknown', example: null })
  logo_url!: string | null;
}

export class Competitor extends ComparedProduct {
  @ApiProperty({ type: [String], description: 'The categories that both products share', example: ['Productivity'] })
  shared_categories!: string[];

  @ApiProperty({ description: 'Whether the competitor has a finished report', example: true })
  has_pain_points_report!: boolean;

  @ApiPropertyOptional({
    description: 'Present if there is a report',
    example: 'Sync and connectivity (41 mentions)',
  })
  pain_headline?: string;
}

export class Competitors {
  @ApiProperty({ type: ComparedProduct, description: 'The product itself' }) product!: ComparedProduct;
  @ApiProperty({ type: [Competitor], description: 'The alternatives, most reviewed first' }) competitors!: Competitor[];
}

export const searchProducts = defineOperation({
  id: 'search_products',
  tag: 'Products',
  summary: 'Finds products by name',
  description: 'Exact matches come first, then names that begin with the query, then the most reviewed.',
  lanes: ['anonymous', 'key', 'oauth'],
  hasFields: true,
  madeFrom: ProductsVersion,
  input: { query: ProductSearch },
  output: { type: ProductView, isArray: true, paginated: true },
});

export const getCompetitors = defineOperation({
  id: 'get_competitors',
  tag: 'Products',
  summary: 'Lists alternatives to a product',
  description: 'Products that share a category, the most reviewed first, at most twenty.',
  lanes: ['anonymous', 'key', 'oauth'],
  madeFrom: ProductsVersion,
  input: { path: productPath },
  output: { type: Competitors, upsell: true },
});
