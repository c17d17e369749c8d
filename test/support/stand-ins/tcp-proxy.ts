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
  /** Passes nothing on, as a host that hangs, until `restore`. */
  hold(): void;
  /** Leads to the server at another URL from now on. Breaks every connection. */
  leadTo(target: string): void;
  restore(): void;
  close(): Promise<void>;
}

/** The parts of a slow connection, and the time between two of them. */
const PART_BYTES = 512;
const PART_MS = 2;
/** How often a held connection looks whether it is released. */
const HELD_MS = 10;

interface State {
  isCut: boolean;
  isHeld: boolean;
  delayMs: number;
  isTrickling: boolean;
}

const UNDISTURBED: State = { isCut: false, isHeld: false, delayMs: 0, isTrickling: false };

/** Starts a proxy in front of the server at the URL `target`. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let address = new URL(target);
  const pairs = new Set<{ inside: Socket; outside: Socket }>();
  const state = { ...UNDISTURBED };
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    if (state.isCut) return void inside.destroy();
    const outside = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: true });
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
    hold: () => void (state.isHeld = true),
    leadTo: (other) => {
      address = new URL(other);
      breakAll();
    },
    restore: () => void Object.assign(state, UNDISTURBED),
    close: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}

/** Passes on what arrives at `from`, as late and in such parts as the state says. */
async function pass(from: Socket, to: Socket, state: Readonly<State>): Promise<void> {
  try {
    for await (const part of from as AsyncIterable<Buffer>) {
      while (state.isHeld && !to.destroyed) await wait(HELD_MS);
      if (state.delayMs) await wait(state.delayMs);
      for (let at = 0; at < part.length && !to.destroyed;) {
        const size = state.isTrickling ? PART_BYTES : part.length;
        if (!to.write(part.subarray(at, at + size))) await Promise.race([once(to, 'drain'), once(to, 'close')]);
        if (state.isTrickling) await wait(PART_MS);
        at += size;
      }
    }
    to.end();
  } catch {
    to.destroy();
  }
}
