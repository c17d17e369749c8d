import type { Command } from 'commander';
import { print } from '../command-line.js';

/** Registers `migrate`, which needs only DATABASE_URL. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('run the pending database migrations, then create the first team if QUALM_INIT_TEAM is set')
    .action(async (_options: object, command: Command) => {
      const [{ withServices }, { migrate }, { BUILD_MIGRATIONS }] = await Promise.all([
        import('../command.context.js'),
        import('#platform/database/migrate.js'),
        import('#platform/database/released-database.js'),
      ]);
      const [migrations, file] = await withServices(
        async (env) => {
          const ran = await migrate(env.DATABASE_OWNER_URL, { serviceUrl: env.DATABASE_URL });
          // A new database has no sandbox.
          if (ran.length > 0 && ran.length < BUILD_MIGRATIONS.length) {
            const { rebuildSandbox } = await import('./sandbox.actions.js');
            await rebuildSandbox();
          }
          if (!env.QUALM_INIT_TEAM) return [ran, null] as const;
          const { createFirstTeam } = await import('./first-team.actions.js');
          return [ran, await createFirstTeam()] as const;
        },
        { needs: 'PostgreSQL' },
      );
      const lines = migrations.length === 0 ? ['No migrations are pending.'] : migrations;
      const created = `The first team is created. The password of its owner is in ${file}: change it and delete the file.`;
      const result = { migrations, ...(file !== null && { first_owner_password_file: file }) };
      print(command, result, file === null ? lines : [...lines, created]);
    });
}
