import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { LinkTokens } from '#platform/secrets/link-tokens.service.js';

const KIND = 'digest-links';

/** The links that end the digests of one person in one team. They work without a login (RFC 8058). */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly tokens: LinkTokens,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async linkFor(teamId: string, userId: string): Promise<string> {
    return `${this.env.PUBLIC_URL}/api/v1/digests/${await this.tokens.make(KIND, teamId, userId)}`;
  }

  /** The team and person of a link, or null for a text that `linkFor` did not make. */
  async read(token: string): Promise<{ teamId: string; userId: string } | null> {
    const [teamId, userId] = (await this.tokens.read(KIND, token)) ?? [];
    return teamId && userId ? { teamId, userId } : null;
  }
}
