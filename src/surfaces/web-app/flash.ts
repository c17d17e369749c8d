import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { ENV, type Env } from '#config/env.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';

/** What a page says once about the last action. The text of a key, an invitation or recovery codes is the secret itself. */
export interface Flash {
  kind: 'notice' | 'fault' | 'key' | 'invitation' | 'codes' | 'triage';
  text: string;
}

const LIFETIME_MS = 60_000;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Keeps the cookie below the 4,096 bytes that browsers accept, whatever the letters are. Only ids may be longer. */
const LONGEST_TEXT = 600;
const LONGEST_IDS = 2_800;

/**
 * Carries the outcome of a form to the page after the redirect, so that a reload repeats nothing. It travels in a cookie
 * that is encrypted for one session and one page, lasts a minute, and is deleted when the page shows it.
 */
@Injectable()
export class Flashes {
  private readonly cookie: BrowserCookie;

  constructor(
    private readonly sessions: SessionService,
    private readonly secrets: SecretsService,
    @Inject(ENV) env: Env,
  ) {
    this.cookie = new BrowserCookie('flash', env);
  }

  /** Redirects to the page at `path`, which may have a query and shows the flash once. */
  async redirect(request: Request, response: Response, path: string, { kind, text }: Flash): Promise<void> {
    const flash: Flash = { kind, text: text.slice(0, kind === 'triage' ? LONGEST_IDS : LONGEST_TEXT) };
    const [pathname = path] = path.split('?');
    const content = JSON.stringify({ ...flash, until: Date.now() + LIFETIME_MS });
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await this.key(), iv).setAAD(this.readerOf(request, pathname));
    const sealed = Buffer.concat([iv, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    this.cookie.write(response, sealed.toString('base64url'), LIFETIME_MS);
    response.redirect(303, path);
  }

  /** The flash for this page, or null. The browser forgets the flash with the response. */
  async take(request: Request, response: Response): Promise<Flash | null> {
    const sealed = this.cookie.read(request);
    if (!sealed || request.method !== 'GET') return null;
    const flash = this.open(Buffer.from(sealed, 'base64url'), await this.key(), this.readerOf(request, request.path));
    if (flash) this.cookie.clear(response);
    return flash;
  }

  /** Null for a flash of another page or session, and for a forged one. */
  private open(sealed: Buffer, key: Buffer, reader: Buffer): Flash | null {
    if (sealed.length < IV_BYTES + TAG_BYTES) return null;
    try {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(reader).setAuthTag(sealed.subarray(-TAG_BYTES));
      const content = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      const { kind, text, until } = JSON.parse(content.toString('utf8')) as Flash & { until: number };
      return until > Date.now() ? { kind, text } : null;
    } catch {
      return null;
    }
  }

  private readerOf(request: Request, path: string): Buffer {
    return Buffer.from(`${this.sessions.cookie.read(request) ?? ''} ${path}`);
  }

  private async key(): Promise<Buffer> {
    const secret = await this.secrets.get('flash-key', () => randomBytes(32).toString('base64url'));
    return createHash('sha256').update(secret).digest();
  }
}
