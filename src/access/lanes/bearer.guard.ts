import { type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { identify } from '#platform/caller/origin.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { protectFromCaches } from '#platform/http/cache-headers.js';
import { clientIp } from '#platform/http/client-ip.js';
import { OPERATION } from '#platform/http/operation.decorators.js';
import type { Operation } from '#platform/operations/operation.js';
import type { Response } from 'express';
import type { Presented } from './bearer.strategy.js';

const TAKES_BEARER = Symbol('takes-bearer');

/** Makes the guard identify the caller on a controller whose routes serve no operation. */
export const TakesBearer = (): ClassDecorator => SetMetadata(TAKES_BEARER, true);

/** Sets the caller and the operation of a request. It refuses no caller: later guards do, in the order of checks. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ENV) private readonly env: Env,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): true | Promise<boolean> {
    const operation = this.reflector.get<Operation | undefined>(OPERATION, context.getHandler());
    if (!operation && !this.reflector.get<true | undefined>(TAKES_BEARER, context.getClass())) return true;
    const request = context.getArgByIndex<ApiRequest>(0);
    request.operation = operation;
    protectFromCaches(request, context.getArgByIndex<Response>(1));
    request.caller = { lane: 'anonymous', clientIp: clientIp(request, this.env.TRUSTED_PROXY_HOPS) };
    if (request.headers.authorization) return super.canActivate(context) as Promise<boolean>;
    // Without this, a key in the wrong header passes every check that needs no key.
    if (request.headers['x-api-key']) request.caller.hasInvalidCredential = true;
    return true;
  }

  /** Passes only the headers to the strategy: tokens in query strings are not accepted, because they end up in logs. */
  override getRequest(context: ExecutionContext): Presented {
    const { headers, caller } = context.getArgByIndex<ApiRequest>(0);
    return { headers, clientIp: caller.clientIp };
  }

  override handleRequest<User = TeamCaller>(
    error: Error | null,
    team: TeamCaller | false | null,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    const request = context.getArgByIndex<ApiRequest>(0);
    if (team && isTestTeam(team.team.id)) {
      context.getArgByIndex<Response>(1).setHeader('X-Livemode', 'false');
    }
    if (team) identify({ kind: team.lane, id: team.credentialId, name: team.credentialName ?? null });
    request.caller = team || { ...request.caller, lane: 'anonymous', hasInvalidCredential: true };
    return request.caller as User;
  }
}
