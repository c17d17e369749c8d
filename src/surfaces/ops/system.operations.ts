import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { defineOperation } from '#platform/operations/operation.js';

export class PingTeam {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'Acme' })
  name!: string;
}

export class Ping {
  @ApiProperty({ enum: ['anonymous', 'key'], example: 'key' })
  lane!: string;

  @ApiPropertyOptional({ type: PingTeam })
  team?: PingTeam;

  @ApiPropertyOptional({ example: 'growth' })
  plan?: string;

  @ApiProperty({ example: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10' })
  request_id!: string;
}

export const ping = defineOperation({
  id: 'ping',
  tag: 'System',
  summary: 'Says who you are to the service',
  lanes: ['anonymous', 'key'],
  input: {},
  output: { type: Ping },
  failures: [401, 403],
});

/** Every path under the API that is nothing else: it has the lanes and limits of the rest, and then is not found. */
export const unknownRoute = defineOperation({
  id: 'unknown_route',
  tag: 'System',
  summary: 'Nothing is here',
  lanes: ['anonymous', 'key'],
  input: {},
  output: { type: Ping },
  failures: [404],
});
