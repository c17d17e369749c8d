import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts the thread of the built-in engine from the file beside this one. Tests start the thread from the build instead. */
export function startBuiltInThread(): Worker {
  return new Worker(join(import.meta.dirname, 'built-in.thread.js'));
}
