import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { portForServer } from '../ports.js';
import { until } from '../until.js';

const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
const isInstalled = status === 0;
/** Whether it keeps prepared statements, as PgBouncer does from 1.21. */
export const keepsStatements = isInstalled && Number(/^PgBouncer 1\.(\d+)/.exec(stdout)?.[1]) >= 21;

/** Like `describe`. Without PgBouncer it skips the suite, with a note in its name. */
export const describeWithPgBouncer = (name: string, suite: () => void): void =>
  isInstalled ? describe(name, suite) : describe.skip(`${name} (skipped: pgbouncer is not installed)`, suite);

/** PgBouncer in transaction mode with the settings of the runbook, in front of the database of `url`. */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(url);
  const [name, port] = [target.pathname.slice(1), await portForServer()];
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(target.username)}" "${decodeURIComponent(target.password)}"\n`);
  const settings = [
    '[databases]',
    `${name} = host=${target.hostname} port=${target.port || 5432} dbname=${name}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${users}`,
    'pool_mode = transaction\ndefault_pool_size = 4',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    ...(keepsStatements ? ['max_prepared_statements = 200'] : []),
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  const bouncer = spawn('pgbouncer', [file], { stdio: 'ignore', ...account() });
  target.host = `127.0.0.1:${port}`;
  await until(() => answers(target.href));
  return { url: target.href, stop: () => stop(bouncer, folder) };
}

/** PgBouncer refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => undefined));
}

async function stop(bouncer: ChildProcess, folder: string): Promise<void> {
  if (bouncer.exitCode === null && bouncer.signalCode === null) {
    bouncer.kill('SIGKILL');
    await once(bouncer, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
