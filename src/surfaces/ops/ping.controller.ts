import { Controller, Get, Req } from '@nestjs/common';
import type { Caller } from '#platform/caller/caller.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { CurrentCaller, Serves } from '#platform/http/operation.decorators.js';
import { type Ping, ping } from './system.operations.js';

@Controller('api/v1/ping')
export class PingController {
  @Get()
  @Serves(ping)
  ping(@CurrentCaller() caller: Caller, @Req() request: ApiRequest): Ping {
    if (caller.lane === 'anonymous') return { lane: caller.lane, request_id: request.requestId };
    const { team, lane } = caller;
    return { lane, team: { id: team.id, name: team.name }, plan: team.tier, request_id: request.requestId };
  }
}
