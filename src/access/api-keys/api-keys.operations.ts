import { ApiProperty } from '@nestjs/swagger';
import { SCOPES } from '#access/policy/key.scopes.js';
import { NULLABLE_TIME } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import type { KeyStatus } from './api-keys.queries.js';

const STATUSES = ['live', 'rotating', 'expired', 'revoked'] as const satisfies readonly KeyStatus[];
const CREDITS = { type: 'integer', nullable: true, minimum: 0 } as const;

export class ApiKeyView {
  @ApiProperty({ format: 'uuid', description: 'The id of the key' }) id!: string;
  @ApiProperty({ description: 'The name of the key', example: 'ci' }) name!: string;
  @ApiProperty({ description: 'The last four characters of the key', example: '9f0c' }) hint!: string;
  @ApiProperty({ description: 'Whether the key works on real data', example: true }) livemode!: boolean;

  @ApiProperty({ enum: STATUSES, description: '`rotating`: a new key has replaced this one, which still works' })
  status!: KeyStatus;

  @ApiProperty({ enum: SCOPES, isArray: true, description: 'The scopes of the key' }) scopes!: string[];

  @ApiProperty({
    type: [String],
    description: 'Addresses from which the key may be used, as CIDR ranges; empty: anywhere',
  })
  allowed_cidrs!: string[];

  @ApiProperty({ ...CREDITS, description: 'The maximum number of credits it may ever spend; null: it cannot spend' })
  spend_cap!: number | null;

  @ApiProperty({ ...CREDITS, description: 'Credits it has spent; null without a spend cap' }) spend_used!:
    number | null;
  @ApiProperty({ ...CREDITS, description: 'The maximum number of credits of one day in UTC; null: no such cap' })
  daily_cap!: number | null;

  @ApiProperty({ ...CREDITS, description: 'Credits it has spent today, in UTC; null without a spend cap' })
  daily_used!: number | null;

  @ApiProperty({ ...NULLABLE_TIME, description: 'When the key stops working; null: when it is revoked' }) expires_at!:
    string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The email address of the person who made the key' })
  created_by!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When the key was made' }) created_at!: string;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When the key was last used, accurate to some seconds' })
  last_used_at!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The address of the last use' }) last_used_ip!:
    string | null;
  @ApiProperty({ type: 'integer', description: 'Calls in the last seven days', example: 120 }) calls_7_days!: number;
}

export class RevokedKeyView {
  @ApiProperty({ description: 'Always true', example: true }) revoked!: boolean;
}

export const listApiKeys = defineOperation({
  id: 'list_api_keys',
  isConfidential: true,
  tag: 'Keys',
  summary: 'The API keys of the team, newest first',
  description:
    'Keys are created, changed and rotated in the app, because a leaked key must not create keys. Secrets are never shown.',
  lanes: ['key'],
  isInEveryPlan: true,
  input: { query: CursorQuery },
  output: { type: ApiKeyView, isArray: true, paginated: 'cursor' },
});

export const getCurrentApiKey = defineOperation({
  id: 'get_current_api_key',
  isConfidential: true,
  tag: 'Keys',
  summary: 'The API key of this request',
  description: 'Its scopes, caps and use. Any valid key may read this.',
  lanes: ['key'],
  scope: null,
  input: {},
  output: { type: ApiKeyView },
});

export const revokeCurrentApiKey = defineOperation({
  id: 'revoke_current_api_key',
  tag: 'Keys',
  summary: 'Revokes the API key of this request',
  description:
    'The next request with the key gets 401. A person who finds a key can revoke it, from any address and on any plan.',
  lanes: ['key'],
  scope: null,
  isAlwaysAllowed: true,
  writes: true,
  input: {},
  output: { type: RevokedKeyView },
});
