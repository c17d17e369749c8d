import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { type MailDraft } from '#platform/mail/mails.service.js';
import { ManagerMails } from './manager-mails.service.js';
import { TeamsQueries } from './teams.queries.js';
import { TeamsService } from './teams.service.js';

/** Suspends teams, and lets them go on. */
@Injectable()
export class TeamSuspensions {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly queries: TeamsQueries,
    private readonly facts: Facts,
    private readonly mails: ManagerMails,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
  ) {}

  /**
   * Suspends a team with its shadow team, or lets both go on, and tells its owners and admins. Nothing is deleted; paid runs that have
   * begun end as usual. @throws 404
   */
  async suspend(teamId: string, isSuspended: boolean): Promise<void> {
    await this.database.transaction(async () => {
      const { name, suspendedAt } = await this.teams.lock(teamId);
      if ((suspendedAt !== null) === isSuspended) return;
      await this.queries.setSuspended(teamId, isSuspended);
      const changes = { is_suspended: [!isSuspended, isSuspended] } as const;
      await this.facts.record('team.changed', { teamId, id: teamId, name }, { changes });
      await this.mails.write(teamId, (to) =>
        isSuspended ? suspendedMail(to, name) : resumedMail(to, name, this.env.PUBLIC_URL),
      );
    });
  }
}

const suspendedMail = (to: string, team: string): MailDraft => ({
  kind: 'team-suspended',
  to,
  subject: 'Your team was suspended',
  paragraphs: [
    `The operator has suspended the team ${team}. Its keys and connections are refused, and its webhooks wait. Nothing was deleted, and its credits stay.`,
    'Answer this mail to learn why, or to have the team resumed.',
  ],
});

const resumedMail = (to: string, team: string, url: string): MailDraft => ({
  kind: 'team-resumed',
  to,
  subject: 'Your team works again',
  paragraphs: [`The team ${team} is no longer suspended. Its keys, connections and webhooks work again.`],
  link: { label: 'Open the team', url: `${url}/app` },
});
