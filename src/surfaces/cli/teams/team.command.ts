import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OpenedTeam } from '#accounts/credits/team-openings.service.js';
import type { PlanTier } from '#config/env.js';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#platform/caller/caller.js';
import { isEmailAddress } from '#platform/mail/email.rule.js';
import { parse, print, readPassword } from '../command-line.js';

const actions = () => import('./team.actions.js');

interface AskedTeam extends Omit<OpenedTeam, 'owner'> {
  ownerEmail?: string;
  ownerPassword?: string;
}

/** Registers `team create`, `team list`, `team set-plan`, `team renew`, `team suspend`, `team resume`, `team delete` and `team restore`. */
export function registerTeam(program: Command): void {
  const team = program.command('team').description('teams and their plans');
  team
    .command('create')
    .description('create a team; a paid plan starts an active period of 30 days')
    .requiredOption('--name <name>', 'name of the team', parse.text)
    .requiredOption('--plan <plan>', 'free, starter, growth, scale or enterprise', parse.plan)
    .option('--credits <credits>', "opening balance instead of the plan's", parse.credits)
    .option('--owner-email <email>', 'create an owner with this email address', email)
    .option('--owner-password <password>', "the owner's password, or - for standard input", parse.password)
    .action(async ({ ownerEmail, ownerPassword, ...team }: AskedTeam, command: Command) => {
      if ((ownerEmail === undefined) !== (ownerPassword === undefined)) {
        command.error('error: --owner-email and --owner-password must be used together');
      }
      const { createTeam } = await actions();
      const owner = ownerEmail && { email: ownerEmail, password: await readPassword(command, ownerPassword ?? '') };
      const teamId = await createTeam({ ...team, ...(owner && { owner }) });
      print(command, { team_id: teamId }, [teamId]);
    });
  const list = team.command('list').description('list teams with plan and balance, the newest first');
  list.action(async () => {
    const { listTeams } = await actions();
    const teams = await listTeams();
    const lines = teams.map(
      ({ id, name, plan, status, credits_balance: balance, deleted_at, suspended_at }) =>
        `${id}  ${plan}, ${deleted_at ? 'deleted' : suspended_at ? 'suspended' : status}, ${balance} credits  ${name}`,
    );
    print(list, { teams }, lines);
  });
  team
    .command('set-plan')
    .description("change a team's plan; if this starts a new period, the team gets the credits of the plan")
    .argument('<team>', 'id of the team', parse.id)
    .requiredOption('--plan <plan>', 'free, starter, growth, scale or enterprise', parse.plan)
    .addOption(new Option('--status <status>', 'status of the subscription').choices(SUBSCRIPTION_STATUSES))
    .action(async (id: string, options: { plan: PlanTier; status?: SubscriptionStatus }, command: Command) => {
      const { setPlan } = await actions();
      const changed = await setPlan(id, options.plan, options.status);
      const { tier, subscriptionStatus: status, periodEndsAt } = changed;
      print(command, { team_id: id, plan: tier, status, period_ends_at: periodEndsAt }, [`${tier}, ${status}`]);
    });
  team
    .command('renew')
    .description('end the running period of a team now: the remaining credits expire, and the plan is refilled')
    .argument('<team>', 'id of the team', parse.id)
    .action(async (id: string, _options: object, command: Command) => {
      const { renewTeam } = await actions();
      const { periodEndsAt, balance } = await renewTeam(id);
      const end = periodEndsAt ? `a new period runs until ${periodEndsAt.toISOString()}` : 'no new period began';
      const result = { team_id: id, period_ends_at: periodEndsAt, credits_balance: balance };
      print(command, result, [`${end}; ${balance} credits`]);
    });
  registerSuspension(team);
  registerDeletion(team);
}

function registerSuspension(team: Command): void {
  const suspend = team.command('suspend').description('refuse every request of a team; nothing is deleted');
  suspend.argument('<team>', 'id of the team', parse.id).action(async (id: string) => {
    await (await actions()).suspendTeam(id, true);
    print(suspend, { team_id: id, suspended: true }, ['suspended']);
  });
  const resume = team.command('resume').description('let a suspended team go on');
  resume.argument('<team>', 'id of the team', parse.id).action(async (id: string) => {
    await (await actions()).suspendTeam(id, false);
    print(resume, { team_id: id, suspended: false }, ['resumed']);
  });
}

function registerDeletion(team: Command): void {
  const remove = team.command('delete').description('delete a team at once; it can be restored for TEAM_RESTORE_DAYS');
  remove.argument('<team>', 'id of the team', parse.id).action(async (id: string) => {
    const until = await (await actions()).deleteTeam(id);
    print(remove, { team_id: id, restorable_until: until }, [`deleted; can be restored until ${until.toISOString()}`]);
  });
  const restore = team.command('restore').description('restore a deleted team with all its data');
  restore.argument('<team>', 'id of the team', parse.id).action(async (id: string) => {
    const hasOwner = await (await actions()).restoreTeam(id);
    const hint = hasOwner ? [] : ['the team has no owner: make one with qualm member set-role, or qualm member add'];
    print(restore, { team_id: id, restored: true, has_owner: hasOwner }, ['restored', ...hint]);
  });
}

function email(value: string): string {
  if (!isEmailAddress(value)) throw new InvalidArgumentError('It must be an email address.');
  return value;
}
