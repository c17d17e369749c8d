import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { RUN_FAILURE_REASONS, type RunFailureReason } from '#accounts/runs/run-failure.js';
import { productPath, ReviewCounts } from '#market/products/products.operations.js';
import { defineOperation, definePaidOperation } from '#platform/operations/operation.js';
import { Theme } from './theme.dto.js';

/** The states of a product's report. */
export const REPORT_STATUSES = ['none', 'generating', 'completed', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export class ReportProduct extends ReviewCounts {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Dropbox' }) name!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address of the logo; null if unknown' }) logo_url!:
    string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What the product does; null if unknown' }) description!:
    string | null;
}

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

  @ApiProperty({ type: [String], description: 'Limitations of the report' }) notes!: string[];

  @ApiProperty({ type: [ThemeFigures], description: 'Figures of each theme, in the order of `themes`' })
  themes!: ThemeFigures[];
}

export const GENERATION_PARTS = ['waiting', 'reading', 'writing'] as const;

export class GenerationProgress {
  @ApiProperty({ enum: GENERATION_PARTS, description: 'What is being done', example: 'reading' })
  part!: (typeof GENERATION_PARTS)[number];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The reviews to read; null until they are counted',
    example: 214,
  })
  reviews_total!: number | null;

  @ApiProperty({ type: 'number', description: 'The completed share of the work, from 0 to 1', example: 0.42 })
  completed!: number;
}

export class PainPointsReport {
  @ApiProperty({ type: ReportProduct, description: 'The product of the report' }) product!: ReportProduct;
  @ApiProperty({ description: 'Empty before the first report' }) summary!: string;
  @ApiProperty({ type: [Theme], description: 'Without a key: the first three, with two quotes each' }) themes!: Theme[];

  @ApiProperty({ type: 'integer', description: 'The number of themes in the full report', example: 12 })
  total_themes!: number;

  @ApiProperty({
    enum: REPORT_STATUSES,
    description: 'The last finished report remains available while a new report is generating or after it failed',
    example: 'completed',
  })
  status!: ReportStatus;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null before the first report' })
  generated_at!: string | null;

  @ApiPropertyOptional({ type: GenerationProgress, description: 'Only while a report is generating' })
  progress?: GenerationProgress;

  @ApiPropertyOptional({
    enum: RUN_FAILURE_REASONS,
    description: 'Only if the last generation failed: why. Its credit was refunded',
    example: 'model_unavailable',
  })
  failure_reason?: RunFailureReason;

  @ApiPropertyOptional({
    description: 'Only if the last generation failed: the reason in a sentence',
    example: 'The language model could not be reached or did not respond.',
  })
  failure_message?: string;

  @ApiPropertyOptional({ type: AnalysisMetadata, description: 'Only with a key, and if there is a report' })
  metadata?: AnalysisMetadata;
}

export class ReportGeneration {
  @ApiProperty({
    enum: ['generating', 'completed'],
    description: '`completed` if the last report is up to date; then no credit is charged',
    example: 'generating',
  })
  status!: 'generating' | 'completed';

  @ApiProperty({
    description: 'The outcome in words',
    example: 'The report is being generated; it can be read when its status is completed',
  })
  message!: string;

  @ApiProperty({ type: 'integer', description: "The team's balance", example: 99 }) credits_remaining!: number;

  @ApiProperty({
    description: 'True if a report was already being generated; then no credit is charged',
    example: false,
  })
  already_in_progress!: boolean;
}

export const getPainPoints = defineOperation({
  id: 'get_pain_points',
  tag: 'Pain points',
  summary: "Reads a product's pain-points report",
  description:
    'Without a credential: the summary and a taste of the themes. With a key: all themes and quotes, and metadata about ' +
    'the analysis. For a product without a report, the status is 200 and there are no themes. While a report is ' +
    'generating, `progress` says how far it is, and `Retry-After` and `meta.retry_after_seconds` when to ask again.',
  lanes: ['anonymous', 'key', 'oauth'],
  hasFields: true,
  input: { path: productPath },
  output: { type: PainPointsReport, upsell: true, polled: true },
});

export const generateReport = definePaidOperation({
  id: 'generate_report',
  scope: 'spend:report',
  tag: 'Pain points',
  summary: 'Generates a pain-points report for one credit',
  description:
    'Returns immediately; poll the pain-points endpoint until `status` is `completed`. If a report is already being ' +
    'generated, no credit is charged. If no review was added, changed or removed since the last finished report of the ' +
    'same engine, nothing is generated or charged, and `meta.up_to_date` is true. So it is for a product without ' +
    'reviews, whose report is empty. If the generation fails, the credit is refunded.',
  input: { path: productPath, body: DryRunBody },
  output: { type: ReportGeneration, dryRun: DryRun, upToDate: true },
});
