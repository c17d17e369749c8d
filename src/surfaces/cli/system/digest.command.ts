import type { Command } from 'commander';
import { parse, print } from '../command-line.js';

const actions = () => import('./digest.actions.js');

/** Registers `digest send`. */
export function registerDigest(program: Command): void {
  const digest = program.command('digest').description('mails about the matches of saved searches');
  const send = digest.command('send').description('mail the digests that are due, as the worker does by itself');
  send.option('--as-of <time>', 'mail the digests that would be due at this time', parse.time);
  send.action(async ({ asOf = new Date() }: { asOf?: Date }) => {
    const sent = await (await actions()).sendDigests(asOf);
    print(send, { as_of: asOf.toISOString(), sent }, [`Digests: ${sent}`]);
  });
}
