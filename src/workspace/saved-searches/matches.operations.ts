import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, ValidateIf, IsBoolean } from 'class-validator';
import { IdField, idPath } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

const TAG = 'Matches';

const RELEVANT_SHOWN = {
  type: 'boolean',
  nullable: true,
  description: 'Your team’s mark of the match; null without a mark',
  example: true,
} as const;

export class MatchView {
  @ApiProperty({ format: 'date-time', description: 'When the search found the opportunity' }) matched_at!: string;
  @ApiProperty({ description: 'Whether the opportunity was known before, and its text was read again', example: false })
  updated!: boolean;
  @ApiProperty(RELEVANT_SHOWN) relevant!: boolean | null;
  @ApiProperty({ type: OpportunityDetail, description: 'The opportunity' }) opportunity!: OpportunityDetail;
}

export class MatchMark {
  @ApiProperty(RELEVANT_SHOWN)
  @IsDefined({ message: 'relevant is required: true, false or null' })
  @ValidateIf(({ relevant }: MatchMark) => relevant !== null)
  @IsBoolean({ message: 'relevant must be true, false or null', context: { allowed: [true, false] } })
  relevant!: boolean | null;
}

class MatchPath {
  @IdField('The saved search') id!: string;
  @IdField('The opportunity') opportunity_id!: string;
}

export const listMatches = defineOperation({
  id: 'list_saved_search_matches',
  isConfidential: true,
  tag: TAG,
  summary: 'Lists the matches of a saved search',
  description: 'The newest match comes first. Contact data is null unless your team unlocked it.',
  input: { path: idPath('The saved search'), query: CursorQuery },
  output: { type: MatchView, isArray: true, paginated: 'cursor' },
  failures: [404],
});

export const markMatch = defineOperation({
  id: 'mark_saved_search_match',
  tag: TAG,
  summary: 'Marks a match as relevant or not',
  description: 'The search shows the share of relevant matches.',
  writes: true,
  input: { path: MatchPath, body: MatchMark },
  output: { type: MatchView },
  failures: [404],
});
