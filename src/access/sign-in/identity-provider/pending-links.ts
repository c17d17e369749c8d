import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import type { IdentityKey } from './identities.queries.js';
import type { ProviderIdentity } from './identity-provider.client.js';
import { SignedCookie } from '../signed.cookie.js';

/** An account at the provider that waits for the password of the account with its address here. */
export type PendingLink = IdentityKey & { email: string };

/** Remembers for ten minutes that a browser has logged in at the provider with an address that has an account here. */
@Injectable()
export class PendingLinks {
  private readonly cookie: SignedCookie<PendingLink>;

  constructor(secrets: SecretsService, @Inject(ENV) env: Env) {
    this.cookie = new SignedCookie('link', secrets, env);
  }

  begin(response: Response, { issuer, subject, email }: ProviderIdentity): Promise<void> {
    return this.cookie.write(response, { issuer, subject, email });
  }

  find(request: Request): Promise<PendingLink | null> {
    return this.cookie.read(request);
  }

  /** The link that waits for the password of this address. */
  async findFor(request: Request, email: string): Promise<PendingLink | null> {
    const link = await this.find(request);
    return link?.email.toLowerCase() === email.trim().toLowerCase() ? link : null;
  }

  end(response: Response): void {
    this.cookie.clear(response);
  }
}
