import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { ENV, type Env } from '#config/env.js';
import { KeyRing } from '#platform/encryption/key-ring.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';

/** The message of a page about the last action, shown once. The text of a key, a link or recovery codes is the secret itself. */
export interface Flash {
  kind: 'notice' | 'fault' | 'key' | 'invitation' | 'codes' | 'share' | 'feed' | 'triage';
  text: string;
}

const LIFETIME_MS = 60_000;
/** Keeps the cookie below the 4,096 bytes that browsers accept, whatever the letters are. Only ids may be longer. */
const MAX_TEXT_LENGTH = 600;
const MAX_IDS_LENGTH = 2_600;

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
    const flash: Flash = { kind, text: text.slice(0, kind === 'triage' ? MAX_IDS_LENGTH : MAX_TEXT_LENGTH) };
    const [pathname = path] = path.split('?');
    const content = JSON.stringify({ ...flash, until: Date.now() + LIFETIME_MS });
    const encrypted = (await this.keyRing()).encrypt(this.readerOf(request, pathname), content);
    this.cookie.write(response, encrypted.toString('base64url'), LIFETIME_MS);
    response.redirect(303, path);
  }

  /** The flash for this page, or null. The browser forgets the flash with the response. */
  async take(request: Request, response: Response): Promise<Flash | null> {
    const encrypted = this.cookie.read(request);
    if (!encrypted || request.method !== 'GET') return null;
    const flash = decrypt(await this.keyRing(), this.readerOf(request, request.path), encrypted);
    if (flash) this.cookie.clear(response);
    return flash;
  }

  private readerOf(request: Request, path: string): string {
    return `${this.sessions.cookie.read(request) ?? ''} ${path}`;
  }

  private async keyRing(): Promise<KeyRing> {
    return new KeyRing([await this.secrets.getKey('flash-key')]);
  }
}

/** Null for a flash of another page or session, for a forged one, and after a minute. */
function decrypt(ring: KeyRing, reader: string, encrypted: string): Flash | null {
  try {
    const content = ring.decrypt(reader, Buffer.from(encrypted, 'base64url'));
    const { kind, text, until } = JSON.parse(content) as Flash & { until: number };
    return until > Date.now() ? { kind, text } : null;
  } catch {
    return null;
  }
}
