import { ApiProperty } from '@nestjs/swagger';
import { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { productPath } from '#market/products/products.operations.js';
import { definePaidOperation } from '#platform/operations/operation.js';

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

export const generateReport = definePaidOperation({
  id: 'generate_report',
  scope: 'spend:report',
  price: 1,
  tag: 'Pain points',
  summary: 'Generates a pain-points report for one credit',
  description:
    'Returns immediately; poll the pain-points endpoint until `status` is `completed`. If a report is already being ' +
    'generated, no credit is charged. If no review was added, changed or removed since the last finished report of the ' +
    'same engine, nothing is generated or charged, and `meta.up_to_date` is true. The same applies to a product without ' +
    'reviews, whose report is empty. If the generation fails, the credit is refunded.',
  input: { path: productPath, body: DryRunBody },
  output: { type: ReportGeneration, dryRun: DryRun, upToDate: true },
});
