import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Thrown when another supervisor already looks after the data directory. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    super(`The embedded services of ${dataDir} are already running. Stop them first, or choose another DATA_DIR.`);
  }
}

/**
 * Claims a data directory for the life of this process. The claim is a local socket name,
 * which the system frees by itself however the process ends.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  const name = socketName(dataDir);
  if (await listen(name)) return;
  // Only a socket that is a file can outlive its holder.
  if (platform() !== 'linux' && platform() !== 'win32' && !(await answers(name))) {
    await rm(name, { force: true });
    if (await listen(name)) return;
  }
  throw new AlreadyRunningError(dataDir);
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
