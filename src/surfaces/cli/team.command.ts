import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PlanTier } from '#config/env.js';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#platform/caller/caller.js';
import { parse, print } from './command-line.js';
import type { NewTeam } from './team.actions.js';

const actions = () => import('./team.actions.js');

/** Registers `team create` and `team set-plan`. */
export function registerTeam(program: Command): void {
  const team = program.command('team').description('teams and their plans');
  team
    .command('create')
    .description('create a team; a paid plan starts an active period of 30 days')
    .requiredOption('--name <name>', 'name of the team', parse.text)
    .requiredOption('--plan <plan>', 'free, starter, growth, scale or enterprise', parse.plan)
    .option('--credits <credits>', "opening balance instead of the plan's", parse.credits)
    .option('--owner-email <email>', 'create an owner with this email address', email)
    .option('--owner-password <password>', "the owner's password", password)
    .action(async (options: NewTeam, command: Command) => {
      if ((options.ownerEmail === undefined) !== (options.ownerPassword === undefined)) {
        command.error('error: --owner-email and --owner-password must be used together');
      }
      const { createTeam } = await actions();
      const teamId = await createTeam(options);
      print(command, { team_id: teamId }, [teamId]);
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
}

function email(value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value) || value.length > 254) {
    throw new InvalidArgumentError('It must be an email address.');
  }
  return value;
}

function password(value: string): string {
  if (value.length < 8 || value.length > 200) throw new InvalidArgumentError('It must have 8 to 200 characters.');
  return value;
}
