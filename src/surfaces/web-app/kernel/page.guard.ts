import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { LaneThrottlerGuard } from '#access/lanes/lane-throttler.guard.js';
import { demand } from '#access/policy/access.policy.js';
import { BrowserThrottle } from '#access/sign-in/browser.throttle.js';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';
import { formBody } from '#platform/http/form-body.middleware.js';
import { isPublic, operationOf, PAGE_ROUTE, type PageRequest, type PageRoute } from './page.route.js';
import { demandTeam, SignInRequired, Visitors } from './visitor.js';

/**
 * The checks of a page or a form, in this order: login, rate limit, CSRF token of a form, team, limit of operations that
 * spend, access policy.
 */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly visitors: Visitors,
    private readonly browsers: BrowserThrottle,
    private readonly csrf: CsrfService,
    private readonly throttler: LaneThrottlerGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<PageRequest>(), http.getResponse<Response>()];
    const route = this.reflector.get<PageRoute>(PAGE_ROUTE, context.getHandler());
    request.section = route.section;
    if (route.form) await readForm(request, response);
    const visitor = (request.visitor = await this.visitors.find(request));
    if (!isPublic(route) && !visitor.person) throw new SignInRequired();
    await this.count(route, request, response);
    if (route.form) await this.csrf.demand(request);
    const operation = operationOf(route);
    if (!operation) return true;
    if (!isPublic(route)) demandTeam(visitor);
    if (operation.spends) await this.throttler.count({ caller: visitor.caller, operation }, response);
    demand(operation, visitor.caller, 'page');
    return true;
  }

  /** Counts a page of a person, or of the address of a visitor. @throws 429 */
  private async count(
    route: PageRoute,
    { visitor: { person, caller } }: PageRequest,
    response: Response,
  ): Promise<void> {
    if (route.limit === 'progress') return this.browsers.demandProgress(rateLimitSubject(caller.clientIp), response);
    const isAnonymous = 'open' in route.access || (isPublic(route) && caller.lane === 'anonymous');
    await this.browsers.demand(isAnonymous || !person ? rateLimitSubject(caller.clientIp) : person.id, response);
  }
}

const readForm = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    formBody(request, response, (error?: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });
