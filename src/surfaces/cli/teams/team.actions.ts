import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type OpenedTeam, TeamOpenings } from '#accounts/credits/team-openings.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamDeletionModule } from '#accounts/team-deletion/team-deletion.module.js';
import { TeamDeletionService } from '#accounts/team-deletion/team-deletion.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { Env, PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { PlatformModule } from '#platform/platform.module.js';
import { CommandFailure } from '../command-line.js';
import { coreModules, inContext } from '../command.context.js';

const modules = (env: Env) => [...coreModules(env), TeamsModule, CreditsModule];

/** Creates a team with its opening balance and its owner. @returns the team's id */
export const createTeam = (team: OpenedTeam): Promise<string> =>
  inContext(modules, (context) => context.get(TeamOpenings).open(team));

/** A team with its plan and balance. */
interface ListedTeam {
  id: string;
  name: string;
  plan: PlanTier;
  status: SubscriptionStatus;
  credits_balance: number;
  period_ends_at: Date | null;
  created_at: Date;
  /** Null unless the team is deleted and can be restored. */
  deleted_at: Date | null;
  suspended_at: Date | null;
}

/** All teams, the newest first. */
export const listTeams = (): Promise<ListedTeam[]> =>
  inContext(modules, async (context) => {
    const balances = await context.get(CreditsService).balances();
    return (await context.get(TeamsService).list()).map(
      ({ id, name, tier: plan, subscriptionStatus: status, ...team }) => ({
        id,
        name,
        plan,
        status,
        credits_balance: balances.get(id) ?? 0,
        period_ends_at: team.periodEndsAt,
        created_at: team.createdAt,
        deleted_at: team.deletedAt,
        suspended_at: team.suspendedAt,
      }),
    );
  });

/** Ends the running period of a team now. @throws 404 for an unknown team, and without a running period */
export const renewTeam = (teamId: string): Promise<{ periodEndsAt: Date | null; balance: number }> =>
  inContext(modules, async (context) => {
    if (!(await context.get(RenewalsService).renewEarly(teamId)))
      throw new CommandFailure('The team has no running period.');
    const { periodEndsAt } = await context.get(TeamsService).get(teamId);
    return { periodEndsAt, balance: (await context.get(CreditsService).balances()).get(teamId) ?? 0 };
  });

const deletionModules = (env: Env) => [PlatformModule.forRoot(env), TeamDeletionModule];

/** Suspends a team, or lets it go on. @throws 404 for an unknown or deleted team */
export const suspendTeam = (teamId: string, isSuspended: boolean): Promise<void> =>
  inContext(modules, (context) => context.get(TeamSuspensions).suspend(teamId, isSuspended));

/** @returns the time until which the team can be restored. @throws 404 for an unknown or deleted team */
export const deleteTeam = (teamId: string): Promise<Date> =>
  inContext(deletionModules, (context) => context.get(TeamDeletionService).delete(teamId));

/** @returns whether the team has an owner. @throws 404 for a team that is not deleted, or no longer has data */
export const restoreTeam = (teamId: string): Promise<boolean> =>
  inContext(deletionModules, (context) => context.get(TeamDeletionService).restore(teamId));

/** @throws 404 for an unknown team */
export const setPlan = (
  teamId: string,
  plan: PlanTier,
  status?: SubscriptionStatus,
): ReturnType<RenewalsService['changePlan']> =>
  inContext(modules, (context) => context.get(RenewalsService).changePlan(teamId, plan, status));
