import type { Command } from 'commander';
import type { ListedKey, NewApiKey } from '#access/api-keys/api-keys.service.js';
import { parse, print } from './command-line.js';

const actions = () => import('./key.actions.js');

/** Registers `key create`, `key list` and `key revoke`. */
export function registerKey(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('make a key; this is the only time it is shown')
    .requiredOption('--team <team>', 'id of the team', parse.id)
    .requiredOption('--name <name>', 'what the key is for', parse.text)
    .option('--spend-cap <credits>', 'what the key may spend over its life; without it, nothing', parse.credits)
    .option('--expires-at <time>', 'when the key stops working', parse.futureTime)
    .action(async ({ team, ...wanted }: NewApiKey & { team: string }, command: Command) => {
      const { createKey } = await actions();
      const created = await createKey(team, wanted);
      print(command, created, [created.key]);
    });
  key
    .command('list')
    .description("a team's keys, newest first")
    .requiredOption('--team <team>', 'id of the team', parse.id)
    .action(async ({ team }: { team: string }, command: Command) => {
      const { listKeys } = await actions();
      const keys = await listKeys(team);
      print(command, { keys }, keys.map(keyLine));
    });
  key
    .command('revoke')
    .description('stop a key at once')
    .argument('<key>', 'id of the key', parse.id)
    .action(async (id: string, _options: object, command: Command) => {
      const { revokeKey } = await actions();
      await revokeKey(id);
      print(command, { id, revoked: true }, ['revoked']);
    });
}

function keyLine(key: ListedKey): string {
  const state = key.revoked_at ? 'revoked' : key.expires_at && key.expires_at <= new Date() ? 'expired' : 'live';
  const spend = key.spend_cap === null ? 'cannot spend' : `spent ${key.spend_used ?? 0} of ${key.spend_cap}`;
  return `${key.id}  …${key.hint}  ${state}, ${spend}  ${key.name}`;
}
