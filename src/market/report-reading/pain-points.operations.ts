import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RUN_FAILURE_REASONS, type RunFailureReason } from '#accounts/runs/run-failure.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { productPath, ReviewCounts } from '#market/products/products.operations.js';
import { ProductsVersion } from '#market/products/products.version.js';
import { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { Theme } from '#market/reports/theme.dto.js';
import { type Caller, mayReadTeam } from '#platform/caller/caller.js';
import { defineOperation } from '#platform/operations/operation.js';

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

/** Whether the caller may read all reports in full. */
export const readsAll = (caller: Caller): boolean =>
  caller.lane !== 'anonymous' && isPaidTeam(caller.team) && mayReadTeam(caller);

export const getPainPoints = defineOperation({
  id: 'get_pain_points',
  tag: 'Pain points',
  summary: "Reads a product's pain-points report",
  description:
    'Without a credential: the summary and a taste of the themes. With a key: all themes and quotes, and metadata about ' +
    'the analysis. For a product without a report, the status is 200 and there are no themes. While a report is ' +
    'generating, `progress` has its state, and `Retry-After` and `meta.retry_after_seconds` the time until the next poll.',
  lanes: ['anonymous', 'key', 'oauth'],
  hasFields: true,
  madeFrom: ProductsVersion,
  variantOf: (caller) => (readsAll(caller) ? 'full' : 'taste'),
  input: { path: productPath },
  output: { type: PainPointsReport, upsell: true, polled: true },
});
