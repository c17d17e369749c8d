import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { newSecret } from '#platform/secrets/random.secret.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/** The links that end the digests of one person in one team. They work without a login (RFC 8058). */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly secrets: SecretsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async linkFor(teamId: string, userId: string): Promise<string> {
    const signature = await this.sign(teamId, userId);
    return `${this.env.PUBLIC_URL}/api/v1/digests/${teamId}.${userId}.${signature}`;
  }

  /** The team and person of a link, or null for a text that `linkFor` did not make. */
  async read(token: string): Promise<{ teamId: string; userId: string } | null> {
    const [, teamId, userId, signature] = TOKEN.exec(token) ?? [];
    if (!teamId || !userId || !signature) return null;
    const expected = await this.sign(teamId, userId);
    // The texts are compared, because base64url ignores some bits of its last character.
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? { teamId, userId } : null;
  }

  private async sign(teamId: string, userId: string): Promise<string> {
    // Not among the keys that an operator rotates: links in old mails must work.
    const secret = await this.secrets.get('digest-links', () => newSecret());
    return createHmac('sha256', secret).update(`${teamId}.${userId}`).digest('base64url');
  }
}
