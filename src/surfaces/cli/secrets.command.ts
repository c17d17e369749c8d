import type { Command } from 'commander';
import { print } from './command-line.js';

const actions = () => import('./secrets.actions.js');

/** Registers `secrets reencrypt`. */
export function registerSecrets(program: Command): void {
  const secrets = program.command('secrets').description('what the service stores encrypted');
  const reencrypt = secrets
    .command('reencrypt')
    .description('encrypt everything with the first key of ENCRYPTION_KEYS, so that the other keys can be removed');
  reencrypt.action(async () => {
    const reencrypted = await (await actions()).reencryptSecrets();
    const total = Object.values(reencrypted).reduce((sum, rows) => sum + rows, 0);
    print(reencrypt, { reencrypted }, [`Encrypted again with the first key: ${total}`]);
  });
}
