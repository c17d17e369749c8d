import { chmod, mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AlreadyRunningError, lockDataDir } from './data-dir.lock.js';
import { openCluster } from './postgres.cluster.js';
import { startPostgres } from './postgres.process.js';
import { hasServicesFile, removeServicesFile, writeServicesFile } from './services.file.js';
import { type SupervisorMessage, type SupervisorOrder } from './supervisor.messages.js';
import { startValkey } from './valkey.server.js';

/**
 * The process that owns the embedded services: `supervisor.js DATA_DIR [--ephemeral]`, forked.
 * It stops the services when it receives a stop message, or when the process that forked it is gone.
 * An ephemeral data directory is removed at the end.
 */
const [directory = '.data', mode] = process.argv.slice(2);
const durable = mode !== '--ephemeral';
const undo: (() => unknown)[] = [];
let stop: Promise<void> | undefined;

// Ctrl-C reaches a whole process group, but the database must outlive the processes that are still draining.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', (order: SupervisorOrder) => order.kind === 'stop' && void shutDown(0));
process.on('disconnect', () => void shutDown(0));

const started = start();
started.then(
  (ready) => send(ready),
  (error: unknown) => {
    send({ kind: 'failed', message: explain(error) });
    void shutDown(1);
  },
);

async function start(): Promise<SupervisorMessage> {
  // The mode 0711 set below lets the account of PostgreSQL pass through the folder without listing it.
  await mkdir(directory, { recursive: true });
  const dataDir = await realpath(directory);
  await lockDataDir(dataDir, () => hasServicesFile(dataDir));
  // A killed supervisor leaves its file behind. From here on the file means that the services are up.
  await removeServicesFile(dataDir);
  if (!durable) {
    await chmod(dataDir, 0o711);
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
  }
  const valkey = await startValkey((error) => fail('Valkey', error));
  undo.push(() => valkey.stop());
  const cluster = await openCluster(dataDir, durable, say);
  if (!durable) undo.push(() => rm(cluster.home, { recursive: true, force: true }));
  const logFile = join(dataDir, 'postgres.log');
  const postgres = await startPostgres(cluster, { durable, logFile, onLost: (error) => fail('PostgreSQL', error) });
  undo.push(() => postgres.stop());
  await writeServicesFile(dataDir, {
    database_url: postgres.url,
    redis_url: valkey.url,
    supervisor_pid: process.pid,
    started_at: new Date().toISOString(),
  });
  undo.push(() => removeServicesFile(dataDir));
  return { kind: 'ready', databaseUrl: postgres.url, redisUrl: valkey.url };
}

/** Stops everything that was started, in reverse order, then exits. */
function shutDown(code: number): Promise<void> {
  return (stop ??= (async () => {
    await started.catch(() => undefined);
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        code = 1;
        say(explain(error));
      }
    }
    process.exit(code);
  })());
}

function fail(service: string, error: unknown): void {
  say(`${service} failed: ${explain(error)}`);
  void shutDown(1);
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AlreadyRunningError) return message;
  return `The embedded services cannot run here: ${message}. Set DATABASE_URL and REDIS_URL to use your own servers.`;
}

function send(message: SupervisorMessage): void {
  if (process.connected) process.send?.(message);
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
