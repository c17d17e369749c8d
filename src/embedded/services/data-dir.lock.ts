import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a supervisor may need to notice that its parent is gone, and to stop its services. */
const NOTICE_MS = 1_000;
const STOP_MS = 20_000;

/** Thrown when another supervisor already looks after the data directory. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    super(`The embedded services of ${dataDir} are already running. Stop them first, or choose another DATA_DIR.`);
  }
}

/**
 * Claims a data directory for the life of this process. The claim is a local socket name,
 * which the system frees by itself however the process ends. A holder that is only just losing
 * its own parent, or is stopping (`isUp` says no), is waited for.
 */
export async function lockDataDir(dataDir: string, isUp: () => boolean): Promise<void> {
  const name = socketName(dataDir);
  const begun = Date.now();
  while (!(await claim(name))) {
    if (Date.now() - begun > (isUp() ? NOTICE_MS : STOP_MS)) throw new AlreadyRunningError(dataDir);
    await wait(50);
  }
}

async function claim(name: string): Promise<boolean> {
  if (await listen(name)) return true;
  // Only a socket that is a file can outlive its holder.
  if (platform() === 'linux' || platform() === 'win32' || (await answers(name))) return false;
  await rm(name, { force: true });
  return listen(name);
}

function socketName(dataDir: string): string {
  const name = `embedded-services-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  if (platform() === 'linux') return `\0${name}`;
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(name, () => resolve(true));
  });
}

function answers(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
