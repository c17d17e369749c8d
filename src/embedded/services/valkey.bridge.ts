import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Duplex } from 'node:stream';

const READABLE = 1;
const WRITABLE = 2;
const FIRST_DESCRIPTOR = 4096;

/** One connection: the bytes that Valkey has not read yet, and whether the peer accepts more data. */
interface Connection {
  stream: Duplex;
  chunks: Buffer[];
  offset: number;
  ended: boolean;
  congested: boolean;
}

/**
 * The sockets of a Valkey that is compiled to WebAssembly. The module has no network access and calls
 * these functions instead of system calls. `wake` is called whenever Valkey has work to do.
 */
export class ValkeyBridge {
  private readonly connections = new Map<number, Connection>();
  private readonly freed: number[] = [];
  private readonly arrived: number[] = [];
  private nextDescriptor = FIRST_DESCRIPTOR;
  private listener = -1;
  private server?: Server;
  private view = Buffer.alloc(0);
  private reported = 0;

  private memory?: { buffer: ArrayBuffer };

  constructor(private readonly wake: () => void) {}

  /** Sets the memory of the module. Call this before the module runs. */
  attach(memory: { buffer: ArrayBuffer }): void {
    this.memory = memory;
  }

  /** The number of events reported to Valkey since the last call. */
  takeReported(): number {
    const count = this.reported;
    this.reported = 0;
    return count;
  }

  /** Accepts a connection, from the network or from this process. */
  accept(stream: Duplex): void {
    const descriptor = this.allocate();
    const connection: Connection = { stream, chunks: [], offset: 0, ended: false, congested: false };
    const finish = () => {
      connection.ended = true;
      this.wake();
    };
    stream.on('data', (chunk: Buffer) => {
      connection.chunks.push(chunk);
      this.wake();
    });
    stream.on('drain', () => {
      connection.congested = false;
      this.wake();
    });
    stream.on('end', finish).on('close', finish).on('error', finish);
    this.connections.set(descriptor, connection);
    this.arrived.push(descriptor);
    this.wake();
  }

  /** Listens on a free port of the host and returns the port. */
  async listen(host: string): Promise<number> {
    const server = createServer({ noDelay: true }, (socket) => this.accept(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
    this.server = server;
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    this.server?.close();
    for (const { stream } of this.connections.values()) stream.destroy();
    this.connections.clear();
  }

  /** The functions that the WebAssembly module imports under the name `host`. */
  readonly imports = {
    socket: () => this.allocate(),
    listen: (descriptor: number) => {
      this.listener = descriptor;
      return 0;
    },
    accept: () => this.arrived.shift() ?? -1,
    read: (descriptor: number, address: number, length: number) => this.read(descriptor, address, length),
    write: (descriptor: number, address: number, length: number) => this.write(descriptor, address, length),
    close: (descriptor: number) => {
      this.connections.get(descriptor)?.stream.destroy();
      // Valkey uses descriptors as indexes of a table, so they are reused to stay within the table.
      if (this.connections.delete(descriptor)) this.freed.push(descriptor);
    },
    poll: (interests: number, count: number, fired: number, limit: number) => this.poll(interests, count, fired, limit),
  };

  private allocate(): number {
    return this.freed.pop() ?? this.nextDescriptor++;
  }

  private bytes(): Buffer {
    const { buffer } = this.memory!;
    // Growing the memory replaces its buffer.
    if (this.view.buffer !== buffer) this.view = Buffer.from(buffer);
    return this.view;
  }

  private read(descriptor: number, address: number, length: number): number {
    const connection = this.connections.get(descriptor);
    if (!connection) return -1;
    if (connection.chunks.length === 0) return connection.ended ? 0 : -1;
    const memory = this.bytes();
    let copied = 0;
    while (copied < length && connection.chunks.length > 0) {
      const head = connection.chunks[0]!;
      const part = head.copy(memory, address + copied, connection.offset, connection.offset + length - copied);
      copied += part;
      connection.offset += part;
      if (connection.offset === head.length) {
        connection.chunks.shift();
        connection.offset = 0;
      }
    }
    return copied;
  }

  private write(descriptor: number, address: number, length: number): number {
    const connection = this.connections.get(descriptor);
    if (!connection || connection.ended || connection.congested) return -1;
    const copy = Buffer.from(this.bytes().subarray(address, address + length));
    connection.congested = !connection.stream.write(copy);
    return length;
  }

  private poll(interests: number, count: number, fired: number, limit: number): number {
    const memory = this.bytes();
    let found = 0;
    for (let index = 0; index < count && found < limit; index++) {
      const descriptor = memory.readInt32LE(interests + index * 8);
      const ready = this.readiness(descriptor) & memory.readInt32LE(interests + index * 8 + 4);
      if (ready === 0) continue;
      memory.writeInt32LE(descriptor, fired + found * 8);
      memory.writeInt32LE(ready, fired + found * 8 + 4);
      found++;
    }
    this.reported += found;
    return found;
  }

  private readiness(descriptor: number): number {
    if (descriptor === this.listener) return this.arrived.length > 0 ? READABLE : 0;
    const connection = this.connections.get(descriptor);
    if (!connection) return 0;
    const readable = connection.chunks.length > 0 || connection.ended ? READABLE : 0;
    return readable | (connection.congested ? 0 : WRITABLE);
  }
}
