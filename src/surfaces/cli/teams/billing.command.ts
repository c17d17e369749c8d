import type { Command } from 'commander';
import { CommandFailure, print } from '../command-line.js';

const actions = () => import('./billing.actions.js');

/** Registers `billing events` and `billing retry`. */
export function registerBilling(program: Command): void {
  const billing = program.command('billing').description('what the billing provider has sent');
  const events = billing.command('events').description('list the events of the provider, the newest first');
  events.option('--failed', 'only those that failed for good');
  events.action(async ({ failed: isFailed }: { failed?: true }) => {
    const found = await (await actions()).listBillingEvents(isFailed === true);
    const lines = found.map(
      ({ id, received_at, state, outcome, type, subject_id, failure }) =>
        `${id}  ${received_at.toISOString()}  ${state}${outcome ? `, ${outcome}` : ''}  ${type} of ${subject_id ?? 'nothing'}` +
        (failure ? `: ${failure}` : ''),
    );
    print(events, { events: found }, lines.length === 0 ? ['There are no events.'] : lines);
  });
  const retry = billing.command('retry').description('look again at what failed events are about');
  retry.argument('[event]', 'id of one event').option('--all', 'every failed event');
  retry.action(async (event: string | undefined, { all }: { all?: true }) => {
    if ((event === undefined) === (all === undefined)) retry.error('error: name one event or use --all');
    const retried = await (await actions()).retryBillingEvents(event ?? null);
    if (event !== undefined && retried === 0) throw new CommandFailure('No event with this id has failed.');
    print(retry, { retried }, [`Events due again: ${retried}`]);
  });
}
