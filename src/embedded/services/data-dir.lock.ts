import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The time a supervisor needs to notice that its parent is gone, and the time to stop its services. */
const NOTICE_MS = 1_000;
const STOP_MS = 20_000;
const POLL_MS = 50;
/** The services of a short command end before another one says that it waits. */
const SILENT_ATTEMPTS = 20;

/** Thrown when another supervisor already uses the data directory. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    super(`The embedded services of ${dataDir} are already running. Stop them first, or choose another DATA_DIR.`);
  }
}

/**
 * Locks a data directory for the life of this process. The lock is a local socket name,
 * which the operating system releases when the process ends for any reason. If the owner of the lock
 * is about to end, because its parent is gone or it is stopping (`isUp` returns false), this waits for the lock.
 * @throws AlreadyRunningError when the owner keeps the lock
 */
export async function lockDataDir(dataDir: string, isUp: () => boolean): Promise<void> {
  const name = socketName('services', dataDir);
  const startedAt = Date.now();
  while (!(await claim(name))) {
    if (Date.now() - startedAt > (isUp() ? NOTICE_MS : STOP_MS)) throw new AlreadyRunningError(dataDir);
    await wait(POLL_MS);
  }
}

/**
 * Waits until no other command starts or uses embedded services of its own on a data directory, which stop with it, and keeps
 * such commands waiting. `say` tells the operator that this command waits.
 * @returns lets the next command in
 */
export async function lockForCommand(directory: string, say: (line: string) => void): Promise<() => void> {
  await mkdir(directory, { recursive: true });
  const name = socketName('command', await realpath(directory));
  for (let attempt = 1; ; attempt++) {
    const server = await claim(name);
    if (server) return () => void server.close();
    if (attempt === SILENT_ATTEMPTS) say(`Another command uses the data in ${directory}. Waiting for its end ...`);
    await wait(POLL_MS);
  }
}

async function claim(name: string): Promise<Server | null> {
  const server = await listen(name);
  // Only a socket that is a file can outlive its owner.
  if (server || platform() === 'linux' || platform() === 'win32' || (await isListening(name))) return server;
  await rm(name, { force: true });
  return listen(name);
}

function socketName(purpose: 'services' | 'command', dataDir: string): string {
  const name = `embedded-${purpose}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  if (platform() === 'linux') return `\0${name}`;
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

function isListening(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
