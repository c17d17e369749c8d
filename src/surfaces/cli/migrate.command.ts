import type { Command } from 'commander';
import { migrate } from '#platform/database/migrate.js';
import { print, withServices } from './command-line.js';

/** Registers `migrate`. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async (_options: object, command: Command) => {
      const migrations = await withServices((env) => migrate(env.DATABASE_URL));
      print(command, { migrations }, migrations.length === 0 ? ['Already up to date.'] : migrations);
    });
}
