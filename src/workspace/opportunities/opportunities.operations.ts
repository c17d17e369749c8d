import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsDefined, ValidateIf } from 'class-validator';
import { idPath, OneOf, OptionalField } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { OpportunityDetail, TriageResult } from './opportunity.dto.js';
import { OpportunityFilter } from './opportunity-filter.dto.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from './opportunity.vocabulary.js';

const opportunityPath = idPath('The opportunity');

/** A change of a team's triage. At least one field is required. */
export class Triage {
  @ApiPropertyOptional({ description: 'true keeps the time of the first view, false deletes it' })
  // May be absent when `status` is present.
  @ValidateIf((triage: Triage) => triage.is_viewed !== undefined || triage.status === undefined)
  @IsBoolean({ message: 'is_viewed must be true or false', context: { allowed: [true, false] } })
  @IsDefined({ message: 'give is_viewed, status, or both', context: { allowed: [true, false] } })
  is_viewed?: boolean;

  @ApiPropertyOptional({ enum: OPPORTUNITY_STATUSES, description: 'Any status may follow any' })
  @OptionalField()
  @OneOf(OPPORTUNITY_STATUSES)
  status?: OpportunityStatus;
}

export const listOpportunities = defineOperation({
  id: 'list_opportunities',
  tag: 'Opportunities',
  summary: 'Lists sales opportunities',
  description:
    'Reviews and social posts that signal a buying need, newest first. A repeated parameter means "or", different ' +
    'parameters mean "and". Items have the shape of the detail; contact data is null, and hidden in texts, unless your team unlocked it.',
  input: { query: OpportunityFilter },
  ranges: [
    ['min_rating', 'max_rating'],
    ['created_after', 'created_before'],
    ['published_after', 'published_before'],
  ],
  output: { type: OpportunityDetail, isArray: true, paginated: true, searched: true },
});

export const getOpportunity = defineOperation({
  id: 'get_opportunity',
  tag: 'Opportunities',
  summary: 'Shows one sales opportunity',
  description: 'The text of the review or post, its pain points, and the unlocks and triage of your team.',
  input: { path: opportunityPath },
  output: { type: OpportunityDetail },
});

export const updateOpportunity = defineOperation({
  id: 'update_opportunity',
  tag: 'Opportunities',
  summary: 'Triages an opportunity',
  description:
    'Marks it as viewed or not viewed, and changes its status, only for your team. At least one of the two is required; ' +
    'repeating a change has no effect.',
  writes: true,
  input: { path: opportunityPath, body: Triage },
  output: { type: TriageResult },
});
