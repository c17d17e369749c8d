import type { Command } from 'commander';
import { parse, print } from './command-line.js';

const actions = () => import('./events.actions.js');

/** Registers `events list --failed` and `events retry ID | --all`. */
export function registerEvents(program: Command): void {
  const events = program.command('events').description('events whose delivery failed');
  events
    .command('list')
    .description('list deliveries that are parked after their last attempt')
    .requiredOption('--failed', 'list parked deliveries (required)')
    .action(async (_options: object, command: Command) => {
      const { listFailedDeliveries } = await actions();
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
      print(command, { retried }, [`Deliveries due again: ${retried}`]);
    });
}
