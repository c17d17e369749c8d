import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { ENV, type Env } from '#config/env.js';
import { clientIp } from '#platform/http/client-ip.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AuthorizationServer } from './authorization-server.js';
import { failurePage } from './failure.page.js';
import { OAUTH_PATHS } from './oauth.addresses.js';
import { type LimitedWork, OauthLimits } from './oauth.limits.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import {
  asProviderSees,
  normalizeAuthorizationParameters,
  normalizeRegistration,
  normalizeResource,
  registrationFault,
} from './provider.request.js';

const SLOW_DOWN = 'Too many requests from your address; try again later';

/** The endpoints of the authorization server, served by the provider. */
@Controller()
@OpenRoute('the authorization server uses OAuth, with its own errors and limits')
export class AuthorizationController {
  private readonly readBody: RequestHandler = express.text({ type: () => true, limit: '8kb' });

  constructor(
    private readonly server: AuthorizationServer,
    private readonly limits: OauthLimits,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get(OAUTH_PATHS.authorization)
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.mustWait('authorize', request, response))
      return sendPlainPage(response, 429, failurePage(SLOW_DOWN));
    const query = new URL(request.originalUrl, this.server.addresses.issuer).searchParams;
    const normalized = normalizeAuthorizationParameters(query, this.server.addresses);
    await this.provide(request, response, { url: `${OAUTH_PATHS.authorization}?${normalized}` });
  }

  @Get(`${OAUTH_PATHS.authorization}/:uid`)
  async resume(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.provide(request, response);
  }

  @Post(OAUTH_PATHS.token)
  @LimitedByAddress()
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await this.bodyOf(request, response);
    if (form === null) return;
    const body = normalizeResource(new URLSearchParams(form), this.server.addresses).toString();
    await this.provide(request, response, { body });
  }

  @Post(OAUTH_PATHS.registration)
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.mustWait('register', request, response)) return refuse(response, 429, SLOW_DOWN);
    const body = await this.bodyOf(request, response);
    if (body === null) return;
    const fault = registrationFault(body);
    if (fault !== null) return refuse(response, 400, fault);
    await this.provide(request, response, { body: normalizeRegistration(body) });
  }

  @Post(OAUTH_PATHS.revocation)
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    const body = await this.bodyOf(request, response);
    if (body !== null) await this.provide(request, response, { body });
  }

  @Get(OAUTH_PATHS.jwks)
  async jwks(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.provide(request, response);
  }

  private async provide(
    request: Request,
    response: Response,
    normalized?: { url?: string; body?: string },
  ): Promise<void> {
    await this.server.provider.callback()(asProviderSees(request, this.server.addresses, normalized), response);
  }

  private async mustWait(work: LimitedWork, request: Request, response: Response): Promise<boolean> {
    const seconds = await this.limits.wait(work, clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    if (seconds > 0) response.setHeader('Retry-After', seconds);
    return seconds > 0;
  }

  /** The body as text, or null if it could not be read; the error response has then been sent. */
  private async bodyOf(request: Request, response: Response): Promise<string | null> {
    const fault = await new Promise<{ status?: number } | undefined>((resolve) => {
      this.readBody(request, response, (error?: unknown) => resolve(error as { status?: number } | undefined));
    });
    if (!fault) return typeof request.body === 'string' ? request.body : '';
    refuse(response, fault.status ?? 400, 'The body could not be read');
    return null;
  }
}

/** An OAuth error response (RFC 6749, section 5.2). */
function refuse(response: Response, status: number, description: string): void {
  const error = status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  response.status(status).set('Cache-Control', 'no-store').json({ error, error_description: description });
}
