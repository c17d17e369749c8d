import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { sendPlainPage, sendRedirectingPage } from '#platform/pages/page.response.js';

/** How people may sign in: with a password, with the identity provider, or with either. */
@Injectable()
export class SignInMethods {
  /** The name of the identity provider, as pages show it. Null without one. */
  readonly provider: string | null;
  /** False if people sign in with the identity provider only. */
  readonly hasPasswords: boolean;

  constructor(@Inject(ENV) env: Env) {
    this.provider = env.OIDC_ISSUER ? env.OIDC_NAME : null;
    this.hasPasswords = !env.OIDC_ONLY;
  }

  /** @throws 404 if people sign in with the identity provider only */
  demandPasswords(): void {
    if (!this.hasPasswords) throw notFound(`Passwords are turned off: log in with ${this.provider}`);
  }

  /** @throws 404 without an identity provider */
  demandProvider(): void {
    if (this.provider === null) throw notFound();
  }
}

/** Sends a page with the form of a login. With an identity provider, a form of the page may redirect to it. */
export function sendLoginPage(
  response: Response,
  status: number,
  page: VNode,
  { provider }: Pick<SignInMethods, 'provider'>,
): void {
  if (provider === null) sendPlainPage(response, status, page);
  else sendRedirectingPage(response, status, page);
}
