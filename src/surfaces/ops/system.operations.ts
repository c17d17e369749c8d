import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { defineOperation } from '#platform/operations/operation.js';

export class PingTeam {
  @ApiProperty({ format: 'uuid', description: 'The id of the team' }) id!: string;
  @ApiProperty({ description: 'The name of the team', example: 'Acme' }) name!: string;
}

export class Ping {
  @ApiProperty({ enum: ['anonymous', 'key'], description: 'The lane of the caller', example: 'key' }) lane!: string;

  @ApiProperty({ description: 'False with a key of test mode', example: true }) livemode!: boolean;

  @ApiPropertyOptional({ type: PingTeam, description: 'The team of the credential; absent without one' })
  team?: PingTeam;

  @ApiPropertyOptional({ description: "The team's plan; absent without a credential", example: 'growth' })
  plan?: string;

  @ApiProperty({ description: 'The id of this request', example: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10' })
  request_id!: string;
}

export const ping = defineOperation({
  id: 'ping',
  tag: 'System',
  summary: 'Shows which team and plan your credential belongs to',
  description: 'A free check of address and credential. Without a credential, it shows only the lane.',
  lanes: ['anonymous', 'key'],
  input: {},
  output: { type: Ping },
  isEphemeral: true,
});

/** Every unknown path under the API. The lanes and rate limits apply before the 404. */
export const unknownRoute = defineOperation({
  id: 'unknown_route',
  tag: 'System',
  summary: 'Unknown path',
  lanes: ['anonymous', 'key'],
  input: {},
  output: { type: Ping },
  failures: [404],
});
