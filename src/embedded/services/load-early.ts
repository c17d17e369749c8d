import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { awaitEnvironment } from './launched.environment.js';

/** Preloaded into the API and the worker by the launcher: loads their modules, which takes longer than the services need. */
const DIST = join(import.meta.dirname, '../..');

if (isMainThread) {
  const module = basename(process.argv[1] ?? '') === 'main.js' ? 'api.module.js' : 'worker.module.js';
  await import('reflect-metadata');
  await awaitEnvironment(() => import(pathToFileURL(join(DIST, module)).href));
}
