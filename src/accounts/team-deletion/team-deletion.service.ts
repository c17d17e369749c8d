import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { BillingService } from '#accounts/billing/billing.service.js';
import { PLAN_CHANGED } from '#accounts/credits/credits.events.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { currentActor } from '#accounts/events/team-event.definition.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { testTeamIdOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { notFound } from '#platform/errors/application-error.js';
import { type MailDraft, MailsService } from '#platform/mail/mails.service.js';
import { teamDeletedMail, teamRestoredMail } from './team-deletion.mails.js';
import { TeamDeletionQueries } from './team-deletion.queries.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Deletes teams and restores them. */
@Injectable()
export class TeamDeletionService {
  constructor(
    private readonly database: Database,
    private readonly queries: TeamDeletionQueries,
    private readonly teams: TeamsService,
    private readonly memberships: MembershipsService,
    private readonly credits: CreditsService,
    private readonly billing: BillingService,
    private readonly mails: MailsService,
    private readonly facts: Facts,
    private readonly eventLog: EventLog,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Deletes a team and its shadow team: no later request reaches either. No data is deleted yet. A worker refunds the
   * team's open purchases and ends its subscription. @returns the time until which the team can be restored. @throws 404
   */
  async delete(teamId: string): Promise<Date> {
    const until = new Date(Date.now() + this.env.TEAM_RESTORE_DAYS * DAY_MS);
    const by = currentActor().name ?? 'the operator';
    await this.database.transaction(async () => {
      const { name } = await this.teams.lock(teamId);
      // A purchase in progress commits first, or finds the team deleted.
      for (const id of [teamId, testTeamIdOf(teamId)]) await this.credits.holdAccount(id);
      await this.queries.setDeleted(teamId, true);
      await this.facts.record('team.deleted', { teamId, id: teamId, name });
      await this.billing.lookAgain(teamId, 'team.deleted');
      await this.mailOwners(teamId, (to) => teamDeletedMail(to, name, { by, until }));
    });
    return until;
  }

  /**
   * Restores a deleted team with all its data. @returns whether it has an owner: the last one may have deleted the account meanwhile
   * @throws 404 for a team that is not deleted, or is purged
   */
  async restore(teamId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const team = await this.queries.lockDeleted(teamId);
      if (!team) throw notFound('There is no deleted team with this id that can be restored');
      await this.queries.setDeleted(teamId, false);
      await this.facts.record('team.restored', { teamId, id: teamId, name: team.name });
      // A change of plan meanwhile has limited nothing.
      await this.eventLog.append(PLAN_CHANGED, {}, teamId);
      await this.billing.lookAgain(teamId, 'team.restored');
      await this.mailOwners(teamId, (to) => teamRestoredMail(to, team.name, this.env.PUBLIC_URL));
      return (await this.memberships.findByTeam(teamId)).some(({ role }) => role === 'owner');
    });
  }

  private async mailOwners(teamId: string, mailTo: (email: string) => MailDraft): Promise<void> {
    if (!this.mails.isConfigured) return;
    for (const { email, role } of await this.memberships.findByTeam(teamId)) {
      if (role === 'owner') await this.mails.inform(mailTo(email));
    }
  }
}
