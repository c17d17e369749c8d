import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { BrowserCookie } from './browser.cookies.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const MARK_LENGTH = 22;
const MAX_PEOPLE = 10;

/**
 * Recognizes browsers in which a person has signed in before, by a cookie with a mark for each person. A mark only
 * prevents a notice; it is not a credential.
 */
@Injectable()
export class KnownBrowsers {
  private readonly cookie: BrowserCookie;
  private readonly signer: Signer;

  constructor(secrets: SecretsService, @Inject(ENV) env: Env) {
    this.cookie = new BrowserCookie('known', env);
    this.signer = new Signer(secrets, 'known-browsers-key');
  }

  /** Whether the person has signed in with this browser in the last year. */
  async includes(request: Request, userId: string): Promise<boolean> {
    return this.marksOf(request).includes(await this.markOf(userId));
  }

  /** Marks the browser for the person. */
  async remember(request: Request, response: Response, userId: string): Promise<void> {
    const mark = await this.markOf(userId);
    const others = this.marksOf(request).filter((other) => other !== mark);
    this.cookie.write(response, [mark, ...others].slice(0, MAX_PEOPLE).join('.'), YEAR_MS);
  }

  private marksOf(request: Request): string[] {
    return (this.cookie.read(request) ?? '').split('.').filter((mark) => mark.length === MARK_LENGTH);
  }

  private async markOf(userId: string): Promise<string> {
    return (await this.signer.sign(userId)).slice(0, MARK_LENGTH);
  }
}
