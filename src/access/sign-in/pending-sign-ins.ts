import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { ENV, type Env } from '#config/env.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { Signer } from '#platform/secrets/signer.js';
import { BrowserCookie } from './browser.cookies.js';
import type { TokenHolder } from './user-tokens.service.js';

const LIFETIME_MS = 10 * 60 * 1_000;

/**
 * Remembers for ten minutes, in a signed cookie, that a browser has given the correct password of a person whose second
 * factor is still missing. A change of the password ends it.
 */
@Injectable()
export class PendingSignIns {
  private readonly cookie: BrowserCookie;
  private readonly signer: Signer;

  constructor(
    private readonly credentials: CredentialsService,
    secrets: SecretsService,
    @Inject(ENV) env: Env,
  ) {
    this.cookie = new BrowserCookie('step', env);
    this.signer = new Signer(secrets, 'pending-sign-in-key');
  }

  /** `verified` is the hash of the password that was given; without it, the provider has identified the person. */
  async begin(response: Response, userId: string, verified: string | null): Promise<void> {
    const passwordHash = verified ?? (await this.credentials.find(userId))?.passwordHash ?? null;
    const claim = `${userId}.${Date.now() + LIFETIME_MS}`;
    this.cookie.write(response, `${claim}.${await this.signer.sign(`${claim} ${passwordHash}`)}`, LIFETIME_MS);
  }

  /** The person whose password this browser has given, with its hash, or null. */
  async find(request: Request): Promise<(TokenHolder & { passwordHash: string | null }) | null> {
    const [userId = '', until = '', signature = ''] = (this.cookie.read(request) ?? '').split('.');
    if (!UUID_PATTERN.test(userId) || !(Number(until) > Date.now())) return null;
    const person = await this.credentials.find(userId);
    const isSigned = person && (await this.signer.verify(`${userId}.${until} ${person.passwordHash}`, signature));
    return isSigned ? { id: userId, email: person.email, passwordHash: person.passwordHash } : null;
  }

  end(response: Response): void {
    this.cookie.clear(response);
  }
}
