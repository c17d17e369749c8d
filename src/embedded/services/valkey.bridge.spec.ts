import { duplexPair } from 'node:stream';
import { ValkeyBridge } from './valkey.bridge.js';

/** A bridge over a small memory, and one end of a connection it has accepted. */
function connected() {
  const memory = { buffer: new ArrayBuffer(1024) };
  const bridge = new ValkeyBridge(() => undefined);
  bridge.attach(memory);
  bridge.imports.listen(bridge.imports.socket());
  const dial = () => {
    const [near, far] = duplexPair();
    bridge.accept(far);
    return { near, descriptor: bridge.imports.accept() };
  };
  return { bridge, memory: Buffer.from(memory.buffer), dial };
}

describe('the sockets of Valkey', () => {
  it('give the number of a closed connection to the next one', () => {
    const { bridge, dial } = connected();
    const numbers = new Set<number>();
    for (let round = 0; round < 20_000; round++) {
      const { descriptor } = dial();
      numbers.add(descriptor);
      bridge.imports.close(descriptor);
    }
    expect(numbers.size).toBe(1);
  });

  it('hand bytes over in order, however small the buffer is', async () => {
    const { bridge, memory, dial } = connected();
    const { near, descriptor } = dial();
    near.write('hello ');
    near.write('there');
    await new Promise(setImmediate);
    const parts = [0, 1, 2].map(() => {
      const length = bridge.imports.read(descriptor, 100, 4);
      return memory.toString('utf8', 100, 100 + length);
    });
    expect(parts).toEqual(['hell', 'o th', 'ere']);
  });

  it('tell a connection with nothing to read from one that has ended', async () => {
    const { bridge, dial } = connected();
    const { near, descriptor } = dial();
    const silent = bridge.imports.read(descriptor, 0, 8);
    near.end();
    await new Promise(setImmediate);
    expect([silent, bridge.imports.read(descriptor, 0, 8)]).toEqual([-1, 0]);
  });

  it('refuse more bytes while the reader lags behind', () => {
    const { bridge, dial } = connected();
    const { descriptor } = dial();
    const accepted = Array.from({ length: 200 }, () => bridge.imports.write(descriptor, 0, 1024));
    expect(accepted.at(-1)).toBe(-1);
  });
});
