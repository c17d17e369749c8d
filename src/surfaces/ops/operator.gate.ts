import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import {
  limitExceeded,
  ThrottlingService,
  type Window,
  type WindowState,
} from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { type ApplicationError, defineFailure, unauthorized } from '#platform/errors/application-error.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

const passwordNotSet = defineFailure({
  reason: 'operator_password_not_set',
  code: 'forbidden',
  message: 'Set OPS_PASSWORD to enable the operator pages',
  isInternal: true,
});
const crossSite = defineFailure({
  reason: 'cross_site',
  code: 'forbidden',
  message: 'This page accepts no requests from other sites',
  isInternal: true,
});

/** Admits operators by basic authentication. Without OPS_PASSWORD it admits no request. */
@Injectable()
export class OperatorGate {
  private readonly expected: Buffer | null;
  private readonly origin: string;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly throttling: ThrottlingService,
  ) {
    this.origin = new URL(env.PUBLIC_URL).origin;
    this.expected = env.OPS_PASSWORD === undefined ? null : digest(`${env.OPS_USER}:${env.OPS_PASSWORD}`);
  }

  /** Returns if the request has operator credentials. @throws 401, 403 or 429 */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.expected) throw passwordNotSet();
    const [scheme = '', encoded = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'basic') throw this.refusal(response);
    const client = rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    const attempts: Window = { throttler: 'operator', tracker: client };
    // Each attempt counts before the password is checked, so that parallel attempts count too.
    const [state] = (await this.throttling.hit([attempts])) as [WindowState];
    if (state.isExceeded) throw limitExceeded(state, response, 'Too many attempts');
    if (!timingSafeEqual(digest(Buffer.from(encoded, 'base64')), this.expected)) throw this.refusal(response);
    await this.throttling.release(attempts);
    if (!SAFE_METHODS.has(request.method ?? '') && isCrossSite(request, this.origin)) {
      throw crossSite();
    }
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    this.admit(request, response).then(() => next(), next);
  };

  private refusal(response: ServerResponse): ApplicationError {
    response.setHeader('WWW-Authenticate', 'Basic realm="operators", charset="UTF-8"');
    return unauthorized('Operator credentials required');
  }
}

const digest = (credentials: string | Buffer): Buffer => createHash('sha256').update(credentials).digest();

/** Whether another site caused the request. A browser adds the operator's credentials to such requests too. */
function isCrossSite({ headers }: IncomingMessage, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Browsers leave that header out over plain http.
  return headers.origin !== undefined && headers.origin !== ownOrigin;
}
