import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy in front of a server whose connections can be disturbed. */
export interface TcpProxy {
  /** The URL of the target, with the address of the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones until `restore`. */
  cut(): void;
  /** Breaks every connection with a reset. New ones work. */
  reset(): void;
  /** Ends one direction of every connection: the server gets no more, but may go on to answer. */
  halfClose(): void;
  /** Passes each part on later, until `restore`. */
  delay(ms: number): void;
  /** Passes on a few bytes at a time, until `restore`. */
  trickle(): void;
  restore(): void;
  close(): Promise<void>;
}

const DROP_BYTES = 512;
const DROP_MS = 2;

/** Starts a proxy in front of the server at the URL `target`. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<{ inside: Socket; outside: Socket }>();
  const state = { isCut: false, delayMs: 0, isTrickling: false };
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    if (state.isCut) return void inside.destroy();
    const outside = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const pair = { inside, outside };
    pairs.add(pair);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => undefined).on('close', () => to.destroy() && pairs.delete(pair));
      void pass(from, to, state);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = () => pairs.forEach(({ inside }) => inside.destroy());
  return {
    url: url.href,
    cut: () => {
      state.isCut = true;
      breakAll();
    },
    reset: () => pairs.forEach(({ inside }) => inside.resetAndDestroy()),
    halfClose: () => pairs.forEach(({ outside }) => outside.end()),
    delay: (ms) => void (state.delayMs = ms),
    trickle: () => void (state.isTrickling = true),
    restore: () => void Object.assign(state, { isCut: false, delayMs: 0, isTrickling: false }),
    close: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}

/** Passes on what arrives at `from`, as late and in such parts as the state says. */
async function pass(from: Socket, to: Socket, state: { delayMs: number; isTrickling: boolean }): Promise<void> {
  try {
    for await (const part of from as AsyncIterable<Buffer>) {
      if (state.delayMs) await wait(state.delayMs);
      for (let at = 0; at < part.length && !to.destroyed;) {
        const size = state.isTrickling ? DROP_BYTES : part.length;
        if (!to.write(part.subarray(at, at + size))) await Promise.race([once(to, 'drain'), once(to, 'close')]);
        if (state.isTrickling) await wait(DROP_MS);
        at += size;
      }
    }
    to.end();
  } catch {
    to.destroy();
  }
}
