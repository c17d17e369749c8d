import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { newSecret } from '#platform/secrets/random.secret.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{10,36})\.([\w-]{43})$/;

type Purpose = 'stop' | 'picture';

/** Links that work without a login: one ends the weekly digests of a person, one shows the picture of a week. */
@Injectable()
export class WeeklyLinks {
  constructor(
    private readonly secrets: SecretsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The address that ends the weekly digests of a person in a team. */
  async stopUrl(teamId: string, userId: string): Promise<string> {
    return `${this.env.PUBLIC_URL}/api/v1/weekly-digests/${await this.token('stop', teamId, userId)}`;
  }

  /** The address of the picture of a week of a team. */
  async pictureUrl(teamId: string, week: string): Promise<string> {
    return `${this.env.PUBLIC_URL}/api/v1/weekly-digests/pictures/${await this.token('picture', teamId, week)}.png`;
  }

  /** The team and the person or week of a link, or null for a text that is no link of ours. */
  async read(purpose: Purpose, token: string): Promise<{ teamId: string; subject: string } | null> {
    const [, teamId, subject, signature] = TOKEN.exec(token) ?? [];
    if (!teamId || !subject || !signature) return null;
    const expected = await this.sign(purpose, teamId, subject);
    // The texts are compared, because base64url ignores some bits of its last character.
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? { teamId, subject } : null;
  }

  private async token(purpose: Purpose, teamId: string, subject: string): Promise<string> {
    return `${teamId}.${subject}.${await this.sign(purpose, teamId, subject)}`;
  }

  private async sign(purpose: Purpose, teamId: string, subject: string): Promise<string> {
    // Not among the keys that an operator rotates: links in old mails must work.
    const secret = await this.secrets.get('weekly-links', () => newSecret());
    return createHmac('sha256', secret).update(`${purpose}.${teamId}.${subject}`).digest('base64url');
  }
}
