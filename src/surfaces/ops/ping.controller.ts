import { Controller, Get } from '@nestjs/common';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { type Ping, ping } from './system.operations.js';

@Controller('api/v1/ping')
export class PingController {
  @Get()
  @Serves(ping)
  ping(@Call() { caller, requestId }: CallOf<typeof ping>): Ping {
    if (caller.lane === 'anonymous') return { lane: caller.lane, livemode: true, request_id: requestId };
    const { team, lane } = caller;
    const livemode = !isTestTeam(team.id);
    return { lane, livemode, team: { id: team.id, name: team.name }, plan: team.tier, request_id: requestId };
  }
}
