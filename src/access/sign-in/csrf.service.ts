import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { defineFailure } from '#platform/errors/application-error.js';
import { newSecret } from '#platform/secrets/random.secret.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { BrowserCookie } from './browser.cookies.js';
import { SessionService } from './session.service.js';

const staleForm = defineFailure({
  reason: 'stale_form',
  code: 'forbidden',
  message: 'This form has expired; go back, load the page again and retry',
  isInternal: true,
});

/** The hidden field of every form. */
export const CSRF_FIELD = 'csrf_token';

/**
 * Proves that a form comes from our pages, with a token bound to the browser's session or, before the sign-in, to a
 * cookie that has no other purpose. Each page has a new salt, so that compressing a page reveals nothing about the
 * token.
 */
@Injectable()
export class CsrfService {
  private readonly visitCookie: BrowserCookie;
  private readonly signer: Signer;

  constructor(
    private readonly sessions: SessionService,
    secrets: SecretsService,
    @Inject(ENV) env: Env,
  ) {
    this.visitCookie = new BrowserCookie('visit', env);
    this.signer = new Signer(secrets, 'csrf-key');
  }

  /** The token for a form on this page. */
  async token(request: Request, response: Response): Promise<string> {
    const salt = newSecret(16);
    return `${salt}.${await this.signer.sign(`${salt}.${this.browserOf(request) ?? this.newVisit(response)}`)}`;
  }

  /** @throws 403 `stale_form` if the form was not rendered for this browser and session. */
  async demand(request: Request): Promise<void> {
    const { [CSRF_FIELD]: sent } = (request.body ?? {}) as Record<string, unknown>;
    const browser = this.browserOf(request);
    const [salt, mac] = typeof sent === 'string' ? sent.split('.', 2) : [];
    if (browser && salt && mac && (await this.signer.verify(`${salt}.${browser}`, mac))) return;
    throw staleForm();
  }

  private browserOf(request: Request): string | null {
    return this.sessions.cookie.read(request) ?? this.visitCookie.read(request);
  }

  private newVisit(response: Response): string {
    const visit = newSecret();
    this.visitCookie.write(response, visit);
    return visit;
  }
}
