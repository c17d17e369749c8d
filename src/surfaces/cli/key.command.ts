import { type Command, InvalidArgumentError } from 'commander';
import type { ListedKey, NewApiKey } from '#access/api-keys/api-keys.service.js';
import { addRevoke, addTeamList, parse, print } from './command-line.js';

const actions = () => import('./key.actions.js');

const LONGEST_OVERLAP_HOURS = 24 * 365;

/** Registers `key create`, `key list`, `key rotate` and `key revoke`. */
export function registerKey(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create a key and print it; it is not shown again')
    .requiredOption('--team <team>', 'id of the team', parse.id)
    .requiredOption('--name <name>', 'name of the key', parse.text)
    .option(
      '--spend-cap <credits>',
      'the most credits the key may ever spend; a key without a cap cannot spend',
      parse.credits,
    )
    .option('--expires-at <time>', 'time when the key expires (ISO 8601)', parse.futureTime)
    .action(async ({ team, ...wanted }: NewApiKey & { team: string }, command: Command) => {
      const { createKey } = await actions();
      const created = await createKey(team, wanted);
      print(command, created, [created.key]);
    });
  const listed = { items: 'keys', description: "list a team's keys, newest first", line: keyLine };
  addTeamList(key, listed, async (team) => (await actions()).listKeys(team));
  key
    .command('rotate')
    .description('replace a key with a new one of the same name and spend cap, and print the new key')
    .argument('<key>', 'id of the key', parse.id)
    .option('--overlap <hours>', 'how long the old key still works', hours, 24)
    .action(async (id: string, { overlap }: { overlap: number }, command: Command) => {
      const { rotateKey } = await actions();
      const rotated = await rotateKey(id, overlap);
      process.stderr.write(`The old key works until ${rotated.old_expires_at.toISOString()}.\n`);
      print(command, { ...rotated, old_id: id }, [rotated.key]);
    });
  const revoked = { item: 'key', description: 'revoke a key at once', done: 'revoked' };
  addRevoke(key, revoked, async (id) => (await actions()).revokeKey(id));
}

function hours(value: string): number {
  if (!/^\d{1,4}$/.test(value) || Number(value) > LONGEST_OVERLAP_HOURS) {
    throw new InvalidArgumentError(`It must be a whole number of hours up to ${LONGEST_OVERLAP_HOURS}.`);
  }
  return Number(value);
}

function keyLine(key: ListedKey): string {
  const state = key.revoked_at ? 'revoked' : key.expires_at && key.expires_at <= new Date() ? 'expired' : 'live';
  const spend = key.spend_cap === null ? 'cannot spend' : `spent ${key.spend_used ?? 0} of ${key.spend_cap}`;
  return `${key.id}  …${key.hint}  ${state}, ${spend}  ${key.name}`;
}
