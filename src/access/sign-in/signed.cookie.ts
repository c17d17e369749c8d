import type { Request, Response } from 'express';
import type { Env } from '#config/env.js';
import type { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { BrowserCookie } from './browser.cookies.js';

const LIFETIME_MS = 10 * 60 * 1_000;

/** A cookie that holds a signed value for ten minutes. The browser can read the value, but not change it. */
export class SignedCookie<Value extends object> {
  private readonly cookie: BrowserCookie;
  private readonly signer: Signer;

  constructor(name: string, secrets: SecretsService, env: Env) {
    this.cookie = new BrowserCookie(name, env);
    this.signer = new Signer(secrets, `${name}-cookie-key`);
  }

  async write(response: Response, value: Value): Promise<void> {
    const payload = Buffer.from(JSON.stringify({ value, until: Date.now() + LIFETIME_MS })).toString('base64url');
    this.cookie.write(response, `${payload}.${await this.signer.sign(payload)}`, LIFETIME_MS);
  }

  /** The value, or null if there is none, it has expired, or it was not signed here. */
  async read(request: Request): Promise<Value | null> {
    const [payload = '', signature = ''] = (this.cookie.read(request) ?? '').split('.');
    if (!(await this.signer.verify(payload, signature))) return null;
    const { value, until } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      value: Value;
      until: number;
    };
    return until > Date.now() ? value : null;
  }

  clear(response: Response): void {
    this.cookie.clear(response);
  }
}
