import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { idPath, MaxCharacters } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';

const TAG = 'Suppressions';
const MAX_VALUE_LENGTH = 1_000;

export const SUPPRESSION_KINDS = ['email', 'domain', 'profile'] as const;

export class TeamSuppressionView {
  @ApiProperty({ format: 'uuid', description: 'The id of the entry' }) id!: string;

  @ApiProperty({ enum: SUPPRESSION_KINDS, description: 'The kind of the value', example: 'email' })
  kind!: (typeof SUPPRESSION_KINDS)[number];

  @ApiProperty({
    description: 'The address, domain or profile in the form in which addresses are compared',
    example: 'jane.doe@example.com',
  })
  value!: string;

  @ApiProperty({ format: 'date-time', description: 'When your team added it' }) created_at!: string;
}

export class NewSuppression {
  @ApiProperty({
    maxLength: MAX_VALUE_LENGTH,
    description:
      'An email address, a domain (all people with an address or a company website there), or the URL of a profile',
    example: 'jane.doe@example.com',
  })
  @IsString({ message: 'value must be text' })
  @MaxCharacters(MAX_VALUE_LENGTH, { message: `value must be text of at most ${MAX_VALUE_LENGTH} characters` })
  value!: string;
}

export class RemovedSuppression {
  @ApiProperty({ description: 'False when your team has no such entry', example: true }) removed!: boolean;
}

export const listSuppressions = defineOperation({
  id: 'list_suppressions',
  isConfidential: true,
  tag: TAG,
  summary: 'Lists the people and domains that your team does not want to contact',
  description: 'The newest entry comes first. Suppressions of the operator, which hold for all teams, are not listed.',
  isInEveryPlan: true,
  input: { query: CursorQuery },
  output: { type: TeamSuppressionView, isArray: true, paginated: 'cursor' },
});

export const addSuppression = defineOperation({
  id: 'add_suppression',
  tag: TAG,
  summary: 'Adds a person or domain that your team does not want to contact',
  description:
    'An unlock of such a person answers `suppressed` and is free, values that were unlocked before are hidden, and the ' +
    'person is left out of buying committees. The same value again returns the existing entry. A list has at most ' +
    '10,000 entries; beyond that, the answer is 403 with `details.reason` = `limit_reached`.',
  writes: true,
  isInEveryPlan: true,
  input: { body: NewSuppression },
  output: { type: TeamSuppressionView },
});

export const removeSuppression = defineOperation({
  id: 'remove_suppression',
  tag: TAG,
  summary: 'Removes an entry from the list of people and domains that your team does not want to contact',
  description: 'Values that were unlocked before are shown again. For an unknown entry, `removed` is false.',
  writes: true,
  malformedId: 'invalid_request',
  isInEveryPlan: true,
  input: { path: idPath('The entry') },
  output: { type: RemovedSuppression },
});
