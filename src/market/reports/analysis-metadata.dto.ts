import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class DateRange {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The day of the oldest review; null if no review has a date',
    example: '2024-01-03',
  })
  from!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The day of the newest review; null if no review has a date',
    example: '2025-03-01',
  })
  to!: string | null;
}

export class MonthlyMentions {
  @ApiProperty({ description: 'Year and month', example: '2025-03' }) month!: string;

  @ApiProperty({ type: 'integer', description: 'Reviews of the month that name the problem', example: 12 })
  mentions!: number;
}

export class MonthlyReviews {
  @ApiProperty({ example: '2025-03', description: 'The month' }) month!: string;
  @ApiProperty({ type: 'integer', example: 140, description: 'The number of reviews that were read' }) reviews!: number;
}

export class ThemeFigures {
  @ApiProperty({ description: 'The problem, as in `themes`', example: 'Cannot open files' })
  category_name!: string;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'The average rating of the reviews that name the problem; null without ratings',
    example: 1.8,
  })
  average_rating!: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'The reviews that name the problem and have a rating; absent from older reports',
    example: 128,
  })
  rated_mentions?: number;

  @ApiProperty({ type: [MonthlyMentions], description: 'Oldest first, without undated reviews' })
  mentions_by_month!: MonthlyMentions[];
}

export class SkippedTexts {
  @ApiProperty({ type: 'integer', description: 'In a language that the engine does not read', example: 129 })
  language!: number;

  @ApiProperty({ type: 'integer', description: 'Without any word', example: 12 }) no_words!: number;

  @ApiProperty({ type: 'integer', description: 'With the same long text as an earlier review', example: 3 })
  copy!: number;
}

export class TextCounts {
  @ApiProperty({ type: 'integer', description: 'The number of texts that were read', example: 9_856 }) read!: number;
  @ApiProperty({ type: SkippedTexts, description: 'The number of texts that were not read, by reason' })
  skipped!: SkippedTexts;
}

export class NamedRelease {
  @ApiProperty({ description: 'As reviews name it', example: '5.2' }) release!: string;
  @ApiProperty({ description: 'The first month that names it', example: '2025-03' }) month!: string;
  @ApiProperty({ type: 'integer', description: 'Reviews that name it', example: 14 }) reviews!: number;
}

export class AverageRatings {
  @ApiProperty({ type: 'number', nullable: true, description: 'Of all reviews with a rating', example: 3.42 })
  average!: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'The reviews with a rating; absent from older reports',
    example: 9_412,
  })
  reviews?: number;

  @ApiProperty({ type: 'number', nullable: true, description: 'Of the last 90 days of reviews', example: 3.11 })
  last_90_days!: number | null;

  @ApiProperty({ type: 'number', nullable: true, description: 'Of the dated reviews before', example: 3.42 })
  before!: number | null;
}

export class AnalysisMetadata {
  @ApiProperty({ description: 'The engine that read the reviews, with its version', example: 'built-in/1.0.0' })
  engine!: string;

  @ApiProperty({ type: 'integer', description: 'The number of reviews read', example: 10_000 }) reviews_read!: number;

  @ApiPropertyOptional({
    type: TextCounts,
    description: 'How many texts of these reviews were read, and how many skipped; absent from older reports',
  })
  texts?: TextCounts;

  @ApiProperty({ type: 'integer', description: 'The number of reviews that name a problem', example: 3_120 })
  reviews_with_problem!: number;

  @ApiPropertyOptional({
    type: 'number',
    description:
      'The share of all mentions that are in a theme with a name of its own, from 0 to 1; absent from older reports',
    example: 0.88,
  })
  themed_share?: number;

  @ApiPropertyOptional({
    type: [String],
    description: 'The languages whose complaints are put into themes by their words; absent from older reports',
    example: ['en'],
  })
  languages_named?: string[];

  @ApiProperty({ type: DateRange, description: 'The days of the reviews' }) date_range!: DateRange;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'The number of reviews in each language',
    example: { en: 9_871 },
  })
  languages!: Record<string, number>;

  @ApiPropertyOptional({
    type: [MonthlyReviews],
    description: 'Dated reviews by month, oldest first; absent from older reports',
  })
  reviews_by_month?: MonthlyReviews[];

  @ApiPropertyOptional({
    type: [NamedRelease],
    description: 'Releases that several dated reviews name, oldest first; absent without any',
  })
  releases?: NamedRelease[];

  @ApiPropertyOptional({
    type: AverageRatings,
    description: 'Average ratings, null with fewer than ten ratings of the time; absent from older reports',
  })
  ratings?: AverageRatings;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description:
      'Only if quotes were taken out since, because their texts were erased or an import was undone: the report is stale, its figures still count them',
  })
  quotes_removed_at?: string;

  @ApiProperty({ type: [String], description: 'Limitations of the report' }) notes!: string[];

  @ApiProperty({ type: [ThemeFigures], description: 'Figures of each theme, in the order of `themes`' })
  themes!: ThemeFigures[];
}
