import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import passport from 'passport';
import type { KeyHolder } from '#access/api-keys/api-keys.service.js';
import { ENV, type Env } from '#config/env.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { clientIp } from '#platform/http/client-ip.js';
import { keyCaller } from './key.caller.js';

/** Finds out who is calling. It refuses nobody: guards do, in the order of checks. */
@Injectable()
export class CallerMiddleware implements NestMiddleware {
  constructor(@Inject(ENV) private readonly env: Env) {}

  use(request: ApiRequest, response: Response, next: NextFunction): void {
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    request.caller = { lane: 'anonymous', clientIp: ip };
    if (!request.headers.authorization) return next();
    const authenticate = passport.authenticate(
      'api-key',
      { session: false },
      (error: Error | null, holder: KeyHolder | false | null) => {
        if (error) return next(error);
        if (holder) request.caller = keyCaller(holder, ip);
        else request.caller = { lane: 'anonymous', clientIp: ip, hasInvalidCredential: true };
        next();
      },
    ) as (request: { headers: ApiRequest['headers'] }, response: Response, next: NextFunction) => void;
    // Only the header is shown to the strategy: a token in a query string ends up in logs.
    authenticate({ headers: request.headers }, response, next);
  }
}
