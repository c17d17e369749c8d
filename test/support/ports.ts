import { randomInt } from 'node:crypto';
import { isFree } from '#embedded/services/free-port.js';

/** Below the ports that systems give to outgoing connections: one of those could be taken before the server listens. */
const [FIRST, BEYOND] = [15_000, 30_000];

/** A port of 127.0.0.1 that is free now, and that no connection takes before a server listens on it. */
export async function portForServer(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port, '127.0.0.1')) return port;
  }
}
