import type { Command } from 'commander';
import type { ListedEvent } from '#accounts/events/team-events.service.js';
import { CommandFailure, parse, print } from '../command-line.js';

const actions = () => import('./events.actions.js');

/** Registers `event list --team TEAM | --failed` and `event retry ID | --all`. */
export function registerEvents(program: Command): void {
  const events = program
    .command('event')
    .alias('events')
    .description('the events of teams, and internal events whose delivery failed');
  events
    .command('list')
    .description("list a team's latest 1,000 events, newest first, or the parked deliveries")
    .option('--team <team>', 'id of the team', parse.id)
    .option('--failed', 'list the deliveries that are parked after their last attempt')
    .action(async ({ team, failed: isFailed }: { team?: string; failed?: true }, command: Command) => {
      if ((team === undefined) === (isFailed === undefined)) command.error('error: use either --team or --failed');
      const { listFailedDeliveries, listTeamEvents } = await actions();
      if (team !== undefined) {
        const listed = await listTeamEvents(team);
        const lineOf = ({ sequence, timestamp, type, id }: ListedEvent) => `${sequence}  ${timestamp}  ${type}  ${id}`;
        print(command, { events: listed }, listed.map(lineOf));
        return;
      }
      const failed = await listFailedDeliveries();
      const lines = failed.map(
        ({ event_id, event, subscriber, attempts, failed_at, failure }) =>
          `${event_id}  ${event} for ${subscriber}, ${attempts} attempts until ${failed_at.toISOString()}: ${failure}`,
      );
      print(command, { failed }, failed.length === 0 ? ['No deliveries are parked.'] : lines);
    });
  events
    .command('retry')
    .description('deliver parked events again')
    .argument('[event]', 'id of one event', parse.id)
    .option('--all', 'every parked delivery')
    .action(async (event: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((event === undefined) === (all === undefined)) command.error('error: name one event or use --all');
      const { retryDeliveries } = await actions();
      const retried = await retryDeliveries(event ?? null);
      if (event !== undefined && retried === 0) throw new CommandFailure('This event has no parked delivery.');
      print(command, { retried }, [`Deliveries due again: ${retried}`]);
    });
}
