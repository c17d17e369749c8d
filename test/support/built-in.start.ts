import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts the thread of the built-in engine from the build, which global-setup.mjs brings up to date with the source. */
export function startBuiltInThread(): Worker {
  return new Worker(join(import.meta.dirname, '../../dist/analysis/built-in.thread.js'));
}
