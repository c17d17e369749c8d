import type { Command } from 'commander';
import { print } from './command-line.js';

/** Registers `migrate`, which needs only DATABASE_URL. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('run the pending database migrations')
    .action(async (_options: object, command: Command) => {
      const [{ withServices }, { migrate }] = await Promise.all([
        import('./command.context.js'),
        import('#platform/database/migrate.js'),
      ]);
      const migrations = await withServices((env) => migrate(env.DATABASE_URL), { needs: 'PostgreSQL' });
      print(command, { migrations }, migrations.length === 0 ? ['No migrations are pending.'] : migrations);
    });
}
