import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsDefined, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { BooleanRule, idPath, OneOf, OptionalField, toStoredId, UUID_PATTERN } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { isDateTime, readTime } from '#platform/operations/time.js';
import { BulkTriage, OpportunityDetail, TriageResult } from './opportunity.dto.js';
import { FILTER_RANGES } from './feed/feed.filters.js';
import { OpportunityFilter } from './opportunity-filter.dto.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from './opportunity.vocabulary.js';

const opportunityPath = idPath('The opportunity');

/** How long an opportunity can be put off. */
export const MAX_SNOOZE_DAYS = 365;

/** A change of a team's triage. At least one field is required. */
export class Triage {
  @ApiPropertyOptional({ description: 'true keeps the time of the first view, false deletes it' })
  // May be absent when another field is present.
  @ValidateIf((triage: Triage) => triage.is_viewed !== undefined || !changesOtherThanView(triage))
  @BooleanRule()
  @IsDefined({
    message: 'give is_viewed, status, assignee_id or snoozed_until',
    context: { allowed: [true, false] },
  })
  is_viewed?: boolean;

  @ApiPropertyOptional({ enum: OPPORTUNITY_STATUSES, description: 'Any status may follow any' })
  @OptionalField()
  @OneOf(OPPORTUNITY_STATUSES)
  status?: OpportunityStatus;

  @ApiPropertyOptional({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The member who has it from now on; null for nobody',
  })
  @Transform(({ value }) => toStoredId(value))
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID_PATTERN, { message: 'assignee_id must be a UUID or null' })
  assignee_id?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: `Leaves it out of the usual list until then, at most ${MAX_SNOOZE_DAYS} days from now; null ends that`,
    example: '2027-01-11T08:00:00Z',
  })
  @Transform(({ value }) => readTime(value))
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: isDateTime } },
    { message: 'snoozed_until must be an ISO 8601 date-time or null' },
  )
  snoozed_until?: string | null;
}

const changesOtherThanView = ({ status, assignee_id, snoozed_until }: Triage): boolean =>
  status !== undefined || assignee_id !== undefined || snoozed_until !== undefined;

/** A change of a team's triage of one opportunity. */
export class OpportunityChange extends Triage {
  @ApiPropertyOptional({
    enum: OPPORTUNITY_STATUSES,
    description: 'Changes nothing unless this is still the status, so that nobody overwrites the work of another',
  })
  @OptionalField()
  @OneOf(OPPORTUNITY_STATUSES)
  if_status?: OpportunityStatus;
}

/** The maximum number of opportunities that one request may triage. */
export const MAX_TRIAGED = 100;

/** The message about the first invalid id. */
const wrongId = (ids: readonly unknown[]): string =>
  `ids[${ids.findIndex((id) => typeof id !== 'string' || !UUID_PATTERN.test(id))}] must be a UUID`;

/** The same change of the triage of several opportunities. */
export class TriageOfMany extends Triage {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    minItems: 1,
    maxItems: MAX_TRIAGED,
    description: 'The opportunities; the results have the same order',
  })
  @ArrayMinSize(1, { message: 'ids must not be empty', context: { min: 1 } })
  @ArrayMaxSize(MAX_TRIAGED, {
    message: `ids must have at most ${MAX_TRIAGED} items`,
    context: { max: MAX_TRIAGED },
  })
  @Matches(UUID_PATTERN, { each: true, message: ({ value }) => wrongId(value as unknown[]) })
  @IsArray({ message: 'ids must be an array' })
  ids!: string[];
}

export const listOpportunities = defineOperation({
  id: 'list_opportunities',
  isConfidential: true,
  tag: 'Opportunities',
  summary: 'Lists sales opportunities',
  description:
    'Reviews and social posts that signal a buying need, newest first; reposts of a text are left out. A repeated parameter means "or", different ' +
    'parameters mean "and". Items have the shape of the detail; contact data is null, and hidden in texts, unless your team unlocked it. Read by `page`, by `cursor` ' +
    'or, with `updated_since`, as a feed of changes: its `next_cursor` is kept at the end, for polling. It may ' +
    'repeat items, but has no gaps. A reading by `cursor` with `-score` may repeat or pass over an item whose score changes meanwhile, as scores do with age.',
  hasFields: true,
  input: { query: OpportunityFilter },
  ranges: FILTER_RANGES,
  output: { type: OpportunityDetail, isArray: true, paginated: 'both', searched: true, synced: true },
});

export const getOpportunity = defineOperation({
  id: 'get_opportunity',
  isConfidential: true,
  tag: 'Opportunities',
  summary: 'Shows one sales opportunity',
  description: 'The text of the review or post, its pain points, and the unlocks and triage of your team.',
  hasFields: true,
  input: { path: opportunityPath },
  output: { type: OpportunityDetail },
});

export const updateOpportunity = defineOperation({
  id: 'update_opportunity',
  tag: 'Opportunities',
  summary: 'Triages an opportunity',
  description:
    'Marks it as viewed or not viewed, changes its status, gives it to a member or puts it off, only for your team. At least one ' +
    'is required; repeating a change has no effect.',
  writes: true,
  input: { path: opportunityPath, body: OpportunityChange },
  output: { type: TriageResult },
  failures: [403],
});

export const bulkUpdateOpportunities = defineOperation({
  id: 'bulk_update_opportunities',
  tag: 'Opportunities',
  summary: 'Triages several opportunities',
  description:
    'Changes the status of up to 100 opportunities, marks them as viewed or not viewed, gives them to a member or puts them off, only ' +
    'for your team and in one transaction. An unknown id does not affect the others; its result has the status 404.',
  writes: true,
  input: { body: TriageOfMany },
  output: { type: BulkTriage },
});
