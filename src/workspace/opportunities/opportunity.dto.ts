import { ApiProperty } from '@nestjs/swagger';
import type { FrustrationTier } from '#analysis/analysis.types.js';
import { BuyingCommittee } from './committee-member.dto.js';
import { Mention } from './mention.dto.js';
import { NullableText, NullableTime } from './nullable.fields.js';
import { OpportunityReview } from './opportunity-review.dto.js';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  type OpportunitySource,
  type OpportunityStatus,
} from './opportunity.vocabulary.js';

/** An opportunity as one team sees it: the same shape in the listing and in the detail. */
export class OpportunityDetail {
  @ApiProperty({ format: 'uuid', description: 'The id of the opportunity' }) id!: string;

  @ApiProperty({
    description: 'Who wants what, in one line. Says only what the evidence says',
    example: 'Looks for an alternative to Oldbox',
  })
  title!: string;

  @ApiProperty({ description: 'Whether your team has viewed it', example: false }) is_viewed!: boolean;

  @ApiProperty({ enum: OPPORTUNITY_STATUSES, description: 'Status that your team has given it', example: 'new' })
  status!: OpportunityStatus;

  @ApiProperty({ format: 'date-time', description: 'When it was detected', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @NullableTime('The own date of the review or post; null when the source gives none') published_at!: string | null;

  @ApiProperty({
    enum: OPPORTUNITY_SOURCES,
    description: 'review: the field review is set; otherwise the field mention is set',
  })
  source!: OpportunitySource;

  @ApiProperty({ description: 'Whether your team unlocked the buying committee', example: false })
  is_committee_revealed!: boolean;

  @ApiProperty({ description: "Whether your team unlocked the reviewer's own profile", example: false })
  is_reviewer_revealed!: boolean;

  @ApiProperty({ description: "Whether your team unlocked the reviewer's email address", example: false })
  is_reviewer_email_revealed!: boolean;

  @ApiProperty({ description: "Whether your team unlocked the reviewer's phone number", example: false })
  is_reviewer_phone_revealed!: boolean;

  @NullableText('Null when your team has not unlocked it, or nothing was found') reviewer_email!: string | null;
  @NullableText('Null when your team has not unlocked it, or nothing was found') reviewer_phone!: string | null;
  @ApiProperty({ description: 'Unlocked, but nothing was found', example: false }) reviewer_email_not_found!: boolean;
  @ApiProperty({ description: 'Unlocked, but nothing was found', example: false }) reviewer_phone_not_found!: boolean;
  @NullableText('The provider that found the address') reviewer_email_source!: string | null;
  @NullableText('The provider that found the number') reviewer_phone_source!: string | null;

  @ApiProperty({ enum: FRUSTRATION_TIERS, description: 'How frustrated the writer is', example: 'high' })
  frustration_tier!: FrustrationTier;

  @ApiProperty({ type: BuyingCommittee, description: 'The people who decide a purchase' })
  buying_committee!: BuyingCommittee;

  @ApiProperty({ type: Mention, nullable: true, description: 'The post; null if the source is a review' })
  mention!: Mention | null;

  @ApiProperty({ type: OpportunityReview, nullable: true, description: 'The review; null if the source is a post' })
  review!: OpportunityReview | null;
}

/** The triage after a change. */
export class TriageResult {
  @ApiProperty({ format: 'uuid', description: 'The id of the opportunity' }) id!: string;
  @ApiProperty({ description: 'Whether your team has viewed it', example: true }) is_viewed!: boolean;

  @ApiProperty({ enum: OPPORTUNITY_STATUSES, description: 'Status that your team has given it', example: 'contacted' })
  status!: OpportunityStatus;

  @NullableTime('When it was first viewed; null while it is not viewed') viewed_at!: string | null;
}
