import { duplexPair } from 'node:stream';
import { ValkeyBridge } from './valkey.bridge.js';

/** A bridge with a small memory. `dial` opens a connection and returns both its ends. */
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

describe('ValkeyBridge', () => {
  it('reuses the descriptor of a closed connection', () => {
    const { bridge, dial } = connected();
    const numbers = new Set<number>();
    for (let round = 0; round < 20_000; round++) {
      const { descriptor } = dial();
      numbers.add(descriptor);
      bridge.imports.close(descriptor);
    }
    expect(numbers.size).toBe(1);
  });

  it('delivers bytes in order, even into a small buffer', async () => {
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

  it('distinguishes a silent connection from one that has ended', async () => {
    const { bridge, dial } = connected();
    const { near, descriptor } = dial();
    const silent = bridge.imports.read(descriptor, 0, 8);
    near.end();
    await new Promise(setImmediate);
    expect([silent, bridge.imports.read(descriptor, 0, 8)]).toEqual([-1, 0]);
  });

  it('refuses more bytes while the reader is behind', () => {
    const { bridge, dial } = connected();
    const { descriptor } = dial();
    const accepted = Array.from({ length: 200 }, () => bridge.imports.write(descriptor, 0, 1024));
    expect(accepted.at(-1)).toBe(-1);
  });
});
