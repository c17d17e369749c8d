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
import { CsrfService } from './csrf.service.js';
import { SessionService } from './session.service.js';

/** Nobody is signed in: the page sends the browser to the sign-in form and back again. */
class SignInRequired extends Error {}

/** Lets a person with a live session through, and a form only with its token. */
@Injectable()
class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!(await this.sessions.current(request))) throw new SignInRequired();
    if (request.method !== 'GET' && request.method !== 'HEAD') await this.csrf.demand(request);
    return true;
  }
}

@Catch(SignInRequired)
class SignInRequiredFilter implements ExceptionFilter {
  catch(_: SignInRequired, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    // A form that was sent too late cannot be repeated, so only a page that was read is returned to.
    const next = request.method === 'GET' ? `?next=${encodeURIComponent(request.originalUrl)}` : '';
    http.getResponse<Response>().redirect(303, `/login${next}`);
  }
}

/** Pages of signed-in people: everybody else is sent to `/login?next=…`, and every form must carry its CSRF token. */
export const SignedInPages = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    OpenRoute('a page of signed-in people: the session decides'),
    UseGuards(SignedInGuard),
    UseFilters(SignInRequiredFilter),
  );

/** Where to go after signing in: a path of ours, never another site. */
export function safeNext(next: unknown, otherwise = '/'): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return otherwise;
  const base = 'http://own.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : null;
  return url?.origin === base ? `${url.pathname}${url.search}` : otherwise;
}
