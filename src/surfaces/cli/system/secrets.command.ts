import type { Command } from 'commander';
import { print } from '../command-line.js';

const actions = () => import('./secrets.actions.js');

/** Registers `secrets reencrypt` and `secrets rotate`. */
export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('encrypted data, and the keys for cookies, forms, cursors and tokens');
  const reencrypt = secrets
    .command('reencrypt')
    .description('encrypt everything with the first key of ENCRYPTION_KEYS, so that the other keys can be removed');
  reencrypt.action(async () => {
    const reencrypted = await (await actions()).reencryptSecrets();
    const total = Object.values(reencrypted).reduce((sum, rows) => sum + rows, 0);
    print(reencrypt, { reencrypted }, [`Encrypted again with the first key: ${total}`]);
  });
  const rotate = secrets
    .command('rotate')
    .description('replace the keys for cookies, forms, cursors and tokens at the next start of the API and the worker');
  rotate.action(async () => {
    const rotated = await (await actions()).rotateSecrets();
    print(rotate, { rotated }, [`Deleted keys: ${rotated}. Restart the API and the worker to generate new ones.`]);
  });
}
