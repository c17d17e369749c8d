import {
  applyDecorators,
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { BrowserThrottle } from './browser.throttle.js';
import { CsrfService } from './csrf.service.js';
import { SessionService } from './session.service.js';

/** The request has no session: the browser is redirected to the sign-in form and back afterwards. */
class SignInRequired extends Error {}

/** Admits requests with a live session within the limit of its person, and forms only with their CSRF token. */
@Injectable()
class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly browsers: BrowserThrottle,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const signedIn = await this.sessions.current(request);
    if (!signedIn) throw new SignInRequired();
    await this.browsers.demand(signedIn.user.id, context.switchToHttp().getResponse<Response>());
    if (request.method !== 'GET' && request.method !== 'HEAD') await this.csrf.demand(request);
    return true;
  }
}

@Catch(SignInRequired)
class SignInRequiredFilter implements ExceptionFilter {
  catch(_: SignInRequired, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    // A submitted form is not repeated after the sign-in: a GET of its address redirects to the page of the form.
    http.getResponse<Response>().redirect(303, `/login?next=${encodeURIComponent(request.originalUrl)}`);
  }
}

/**
 * Marks pages of signed-in people. Other visitors are redirected to `/login?next=…`, and every form needs its CSRF
 * token.
 */
export const SignedInPages = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    OpenRoute('a page of signed-in people: the session decides'),
    UseGuards(SignedInGuard),
    UseFilters(SignInRequiredFilter),
  );

/** The address after signing in: a path of this site, never another site. */
export function safeNext(next: unknown, otherwise = '/'): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return otherwise;
  const base = 'http://own.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : null;
  // The URL standard removes dot segments, so a path may begin with two slashes, which browsers read as another site.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : otherwise;
}

/** The page that asks for the code of the second factor, before it redirects to `next`. */
export const codePath = (next: string): string => `/login/code?next=${encodeURIComponent(next)}`;
