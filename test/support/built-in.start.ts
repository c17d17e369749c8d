import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts the thread of the built-in engine from its source, so that specs test the source and not the last build. */
export function startBuiltInThread(): Worker {
  return new Worker(join(import.meta.dirname, '../../src/analysis/built-in.thread.ts'), {
    execArgv: ['--import', '@swc-node/register/esm-register'],
  });
}
