import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';
import { BrowserThrottle } from './browser.throttle.js';

/** Counts requests by the address of the browser. */
@Injectable()
class BrowserLimitGuard implements CanActivate {
  constructor(
    private readonly browsers: BrowserThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const ip = clientIp(http.getRequest<Request>(), this.env.TRUSTED_PROXY_HOPS);
    await this.browsers.demand(rateLimitSubject(ip), http.getResponse<Response>());
    return true;
  }
}

/** Marks pages that visitors load without a session and that no operation stands behind: they count by the address. */
export const LimitedByAddress = (): ClassDecorator & MethodDecorator => applyDecorators(UseGuards(BrowserLimitGuard));
