import { ApiProperty } from '@nestjs/swagger';
import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import type { FrustrationTier, PainPointsAnalysis } from '#analysis/analysis.types.js';

export class PainPointItem {
  @ApiProperty({ description: 'The kind of problem', example: 'Sync and offline use' }) theme!: string;

  @ApiProperty({ enum: FRUSTRATION_TIERS, description: 'How severe the problem is to the writer', example: 'high' })
  severity!: FrustrationTier;

  @ApiProperty({ description: 'Verbatim from the text', example: 'It loses my notes every time I go offline.' })
  quote!: string;

  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, description: 'The confidence of the analysis', example: 0.86 })
  confidence!: number;
}

export class BuyingSignal {
  @ApiProperty({
    enum: ['purchase_intent', 'recommendation_request', 'unmet_need', 'switching'],
    description: 'The kind of signal',
    example: 'switching',
  })
  type!: PainPointsAnalysis['buying_signals'][number]['type'];

  @ApiProperty({ description: 'Verbatim from the text', example: 'We are moving to another tool next month.' })
  evidence!: string;
}

/** Problems with severity and evidence: `pain_points` of a mention, `pain_points_analysis` of a review. */
export class PainPoints implements PainPointsAnalysis {
  @ApiProperty({
    description: 'The problems in one or two sentences',
    example: 'Complains about sync and offline use. The writer is leaving or looks elsewhere.',
  })
  summary!: string;

  @ApiProperty({ type: [PainPointItem], description: 'The problems' }) items!: PainPointItem[];

  @ApiProperty({ type: [BuyingSignal], description: 'Signs that the writer wants to buy, to switch or to get advice' })
  buying_signals!: BuyingSignal[];

  @ApiProperty({ type: [String], description: 'Other products the text names', example: ['Notion'] })
  competitors_mentioned!: string[];

  @ApiProperty({ description: 'Why this is an opportunity', example: 'Names a problem with high frustration.' })
  reason!: string;
}
