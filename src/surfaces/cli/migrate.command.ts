import type { Command } from 'commander';
import { print } from './command-line.js';

/** Registers `migrate`. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async (_options: object, command: Command) => {
      const [{ withServices }, { migrate }] = await Promise.all([
        import('./command.context.js'),
        import('#platform/database/migrate.js'),
      ]);
      const migrations = await withServices((env) => migrate(env.DATABASE_URL));
      print(command, { migrations }, migrations.length === 0 ? ['Already up to date.'] : migrations);
    });
}
