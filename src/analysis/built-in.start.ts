import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts the thread of the built-in engine, which lies beside this file. Tests start it from source instead. */
export function startBuiltInThread(): Worker {
  return new Worker(join(import.meta.dirname, 'built-in.thread.js'));
}
