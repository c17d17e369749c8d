import { createReadStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { Env } from '#config/env.js';
import { backUp, type BackupProgress, NothingToBackUp, openBackupFile } from '#platform/database/backup/backup.js';
import { type BackupHeader, BackupReader, BackupUnreadable } from '#platform/database/backup/backup.format.js';
import { demandSchemaOfBuild, restore, RestoreRefused } from '#platform/database/backup/restore.js';
import { Database } from '#platform/database/database.js';
import { migrate } from '#platform/database/migrate.js';
import { demandKeysOfDatabase, EncryptionKeysRefused, forgetKeys } from '#platform/encryption/key-checks.js';
import { CommandFailure } from '../command-line.js';
import { coreModules, inContext, withServices } from '../command.context.js';

/** The content of a backup: the rows of each table, their sum, and the newest migration. */
interface BackupSummary {
  created_at: string;
  migration: string;
  tables: Record<string, number>;
  rows: number;
}

export interface RestoreOptions {
  replace: boolean;
  /** Called with a description of the database before anything is changed. Throws to stop. */
  confirm: (target: string) => Promise<void>;
  onProgress: BackupProgress;
}

/**
 * Backs up the database to a new file that only its owner can read, or to standard output (`-`).
 * @throws CommandFailure when the file exists or cannot be written, or the database is empty
 */
export const backUpTo = (file: string, onProgress: BackupProgress): Promise<BackupSummary & { bytes: number }> =>
  withServices(
    async ({ DATABASE_OWNER_URL }) => {
      try {
        if (file === '-')
          return { ...summaryOf(await backUp(DATABASE_OWNER_URL, process.stdout, onProgress)), bytes: 0 };
        const header = await writeNew(file, (stream) => backUp(DATABASE_OWNER_URL, stream, onProgress));
        return { ...summaryOf(header), bytes: (await stat(file)).size };
      } catch (error) {
        throw explain(file, error);
      }
    },
    // A backup before an upgrade must not run the migrations of the upgrade.
    { needs: 'PostgreSQL', migrates: false },
  );

/**
 * Restores a backup in one transaction, after the migrations, and checks the ledger before the commit.
 * @throws CommandFailure when the backup or the database forbids it, without any change
 */
export async function restoreFrom(file: string, options: RestoreOptions): Promise<BackupSummary> {
  const source = file === '-' ? process.stdin : createReadStream(file);
  const reader = new BackupReader(source);
  try {
    const header = await reader.readHeader();
    demandSchemaOfBuild(header);
    return await inContext(
      // A restore empties tables and disables triggers, which only their owner may do.
      (env) => [...coreModules({ ...env, DATABASE_URL: env.DATABASE_OWNER_URL }), CreditsModule],
      async (context, env) => {
        const { DATABASE_URL, DATABASE_OWNER_URL } = env;
        const { host, pathname } = new URL(DATABASE_URL);
        await options.confirm(`${pathname.slice(1)} at ${host}`);
        await migrate(DATABASE_OWNER_URL, { serviceUrl: DATABASE_URL });
        await context.get(Database).transaction(async () => {
          await forgetKeys(context.get(Database));
          await restore(context.get(Database), reader, header, options);
          const [broken] = await context.get(CreditsService).verify();
          if (broken)
            throw new RestoreRefused(`The ledger of the backup is broken: ${broken.rule} (team ${broken.team_id})`);
        });
        await sayIfLocked(env);
        return summaryOf(header);
      },
      { needs: 'PostgreSQL', migrates: false },
    );
  } catch (error) {
    throw explain(file, error);
  } finally {
    source.destroy();
  }
}

/** Warns on standard error if the keys of this installation do not open the restored data. */
async function sayIfLocked(env: Env): Promise<void> {
  try {
    await demandKeysOfDatabase(env);
  } catch (error) {
    if (!(error instanceof EncryptionKeysRefused)) throw error;
    process.stderr.write(
      'The backup was encrypted with other keys. Set ENCRYPTION_KEYS to those keys, or copy encryption.key of the old DATA_DIR, ' +
        'before you start the service.\n',
    );
  }
}

/** Gives the file its name only when it is complete and on the disk. */
async function writeNew<T>(file: string, write: (stream: Writable) => Promise<T>): Promise<T> {
  if (existsSync(file)) throw new CommandFailure(`${file} exists: name a new file`);
  const draft = `${file}.unfinished`;
  try {
    const result = await write(await openBackupFile(draft));
    await rename(draft, file);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function summaryOf({ created_at, migrations, tables }: BackupHeader): BackupSummary {
  return {
    created_at,
    migration: migrations.at(-1) ?? '',
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** One line for the operator if the reason is known. */
function explain(file: string, error: unknown): unknown {
  if (error instanceof BackupUnreadable) return new CommandFailure(`${file}: ${error.message}. Nothing was restored.`);
  if (error instanceof RestoreRefused || error instanceof NothingToBackUp) return new CommandFailure(error.message);
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === 'write') return new CommandFailure(`${file} cannot be written: ${message}`);
  return syscall === 'open' || syscall === 'read' ? new CommandFailure(message) : error;
}
