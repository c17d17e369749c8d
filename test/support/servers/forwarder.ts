import { connect, createServer, type Socket } from 'node:net';
import { portForServer } from '../ports.js';

/** An address that leads to a server of 127.0.0.1. */
export interface Forwarder {
  /** The same URL with the address of the forwarder. */
  urlOf(url: string): string;
  /** It passes no bytes on, as a host that hangs, until `release`. */
  hold(): void;
  release(): void;
  /** Leads to another server from now on. Connections to the one before break. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

export async function startForwarder(first: number): Promise<Forwarder> {
  const port = await portForServer();
  const sockets = new Set<Socket>();
  let isHeld = false;
  let target = first;
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', (bytes) => other.write(bytes));
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (isHeld) socket.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const hold = (held: boolean): void => {
    isHeld = held;
    sockets.forEach((socket) => (held ? socket.pause() : socket.resume()));
  };
  return {
    urlOf(url) {
      const address = new URL(url);
      address.port = String(port);
      return address.href;
    },
    hold: () => hold(true),
    release: () => hold(false),
    leadTo(port) {
      target = port;
      sockets.forEach((socket) => socket.destroy());
    },
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
