import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server seen through a wire that can be cut. */
export interface Wire {
  /** The target's URL, with the address of the wire. */
  url: string;
  /** Breaks every connection and takes no new one until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Puts a wire in front of the server that `target` names. */
export async function wireTo(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((inside) => {
    if (isCut) return void inside.destroy();
    const outside = connect(Number(port), hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy() && sockets.delete(from));
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
