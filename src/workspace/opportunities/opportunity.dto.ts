import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import type { FrustrationTier } from '#analysis/analysis.types.js';
import { type Need, NEEDS } from '#analysis/needs/need.patterns.js';
import { BuyingCommittee } from './committee-member.dto.js';
import { Mention } from './mention.dto.js';
import { NullableText, NullableTime } from './nullable.fields.js';
import { OpportunityReview } from './opportunity-review.dto.js';
import { Evidence, ScoreParts } from './opportunity-score.dto.js';
import {
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  type OpportunitySource,
  type OpportunityStatus,
  type Reach,
  REACHES,
} from './opportunity.vocabulary.js';

/** The member who has an opportunity. */
export class Assignee {
  @ApiProperty({ format: 'uuid', description: 'The id of the member' }) id!: string;
  @ApiProperty({ description: 'The email address of the member', example: 'ada@acme.example' }) name!: string;
}

const AssigneeField = (): PropertyDecorator =>
  ApiProperty({ type: Assignee, nullable: true, description: 'The member of your team who has it; null for nobody' });

/** An opportunity as one team sees it: the same shape in the listing and in the detail. */
export class OpportunityDetail {
  @ApiProperty({ format: 'uuid', description: 'The id of the opportunity' }) id!: string;

  @ApiProperty({
    description: 'The wish of the writer in one line, with the words that show it. States only facts of the evidence',
    example: 'Looks for an alternative to Oldbox: “Any alternative to Oldbox for 20 people?”',
  })
  title!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'How promising it is: the points of the need, the reach and the age. The same for every team',
    example: 79,
  })
  score!: number;

  @ApiProperty({ type: ScoreParts, description: 'The parts of the score' }) score_parts!: ScoreParts;

  @ApiProperty({
    type: [String],
    description: 'Why it has this score, then whether your team follows the product',
    example: ['Looks for an alternative', 'Names Oldbox and Rivalbox', 'A name and a company', 'Written 3 days ago'],
  })
  score_reasons!: string[];

  @ApiProperty({
    enum: NEEDS,
    nullable: true,
    description: 'The need that the text states; null for a problem without a need',
    example: 'alternative',
  })
  signal!: Need | null;

  @ApiProperty({
    enum: REACHES,
    description: 'named: the name and the company are known; profile: only a public profile; anonymous: neither',
    example: 'named',
  })
  reach!: Reach;

  @ApiProperty({
    description: 'False if the writer is unknown, or if the terms of the place forbid contact: answer in the thread',
    example: true,
  })
  can_unlock!: boolean;

  @ApiProperty({
    type: [Evidence],
    description: 'Verbatim parts of the text in their order. A part may contain a later one',
  })
  evidence!: Evidence[];

  @ApiProperty({ description: 'Whether your team has viewed it', example: false }) is_viewed!: boolean;

  @ApiProperty({ enum: OPPORTUNITY_STATUSES, description: 'Status that your team has given it', example: 'new' })
  status!: OpportunityStatus;

  @AssigneeField() assignee!: Assignee | null;
  @NullableTime('Until when your team has put it off; null if it has not, or if the time is over') snoozed_until!:
    string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The comments of your team', example: 2 })
  comments_count!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was detected', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the reading of its text, the triage or the unlocks of your team last changed',
    example: '2026-02-01T10:15:00.000Z',
  })
  updated_at!: string;

  @NullableTime('The own date of the review or post; null when the source has none') published_at!: string | null;

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
  @AssigneeField() assignee!: Assignee | null;
  @NullableTime('Until when your team has put it off; null if it has not') snoozed_until!: string | null;
}

/** The failure of one item. */
export class BulkTriageError {
  @ApiProperty({ enum: ['not_found'], description: 'Its code', example: 'not_found' }) code!: 'not_found';
  @ApiProperty({ description: 'Its message', example: 'Resource not found' }) message!: string;
}

/** The outcome of one item of a bulk triage. */
export class BulkTriageItem {
  @ApiProperty({ format: 'uuid', description: 'The id as it was sent' }) id!: string;
  @ApiProperty({ type: 'integer', description: '200, or 404 if it is not found', example: 200 })
  status!: 200 | 404;

  @ApiPropertyOptional({ type: TriageResult, description: 'The triage after the change, with status 200' })
  data?: TriageResult;

  @ApiPropertyOptional({ type: BulkTriageError, description: 'The failure, with status 404' })
  error?: BulkTriageError;
}

/** The outcome of a bulk triage. */
export class BulkTriage {
  @ApiProperty({ type: [BulkTriageItem], description: 'One for each id, in the same order' })
  results!: BulkTriageItem[];
}
