import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { LinkTokens } from '#platform/secrets/link-tokens.service.js';

const KINDS = { stop: 'weekly-digest-links', picture: 'weekly-picture-links' } as const;

/** Links that work without a login: one ends the weekly digests of a person, one shows the picture of a week. */
@Injectable()
export class WeeklyLinks {
  constructor(
    private readonly tokens: LinkTokens,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The address that ends the weekly digests of a person in a team. */
  async stopUrl(teamId: string, userId: string): Promise<string> {
    return `${this.env.PUBLIC_URL}/api/v1/weekly-digests/${await this.tokens.make(KINDS.stop, teamId, userId)}`;
  }

  /** The address of the picture of a week of a team. */
  async pictureUrl(teamId: string, week: string): Promise<string> {
    const token = await this.tokens.make(KINDS.picture, teamId, week);
    return `${this.env.PUBLIC_URL}/api/v1/weekly-digests/pictures/${token}.png`;
  }

  /** The team and the person or week of a link, or null for a text that is no link of ours. */
  async read(purpose: keyof typeof KINDS, token: string): Promise<{ teamId: string; subject: string } | null> {
    const [teamId, subject] = (await this.tokens.read(KINDS[purpose], token)) ?? [];
    return teamId && subject ? { teamId, subject } : null;
  }
}
