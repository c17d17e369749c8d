import type { Command } from 'commander';
import { print } from '../command-line.js';
import { confirm } from '../confirmation.js';
import { terminalBar } from '../terminal-bar.js';

const actions = () => import('./backup.actions.js');

/** Registers `backup FILE` and `restore FILE`, which need only DATABASE_URL. */
export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('write all data to a compressed file; the service can keep running')
    .argument('<file>', 'a new file, or - for standard output')
    .action(async (file: string, _options: object, command: Command) => {
      const { backUpTo } = await actions();
      const bar = await terminalBar('{value} of {total} rows');
      const written = await backUpTo(file, bar.update).finally(bar.stop);
      const line = `${written.rows} rows of ${Object.keys(written.tables).length} tables at ${written.created_at}`;
      if (file === '-') process.stderr.write(`${line}\n`);
      else print(command, written, [`${file}: ${line}, ${written.bytes} bytes`]);
    });
  program
    .command('restore')
    .description('write a backup to an empty database and check the ledger; a failure restores nothing')
    .argument('<file>', 'the backup, or - for standard input')
    .option('--replace', 'delete all data of the database first')
    .option('--yes', 'do not ask before deleting')
    .action(async (file: string, options: { replace?: true; yes?: true }, command: Command) => {
      const asks = options.replace && !options.yes;
      if (asks && (file === '-' || !process.stdin.isTTY)) {
        command.error('error: --replace asks for confirmation on a terminal; add --yes to delete without a question');
      }
      const { restoreFrom } = await actions();
      const bar = await terminalBar('{value} of {total} rows');
      const restored = await restoreFrom(file, {
        replace: options.replace ?? false,
        confirm: async (target) => {
          const question = `Delete all data of ${target} and restore the backup?`;
          if (asks) await confirm({ question, refused: 'Nothing was deleted.' });
        },
        onProgress: bar.update,
      }).finally(bar.stop);
      const line = `${restored.rows} rows of the backup of ${restored.created_at} restored. The ledger is correct.`;
      print(command, restored, [line]);
    });
}
