import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { awaitEnvironment } from './launched.environment.js';

/** Preloaded into the API and the worker by the launcher: loads their modules, which takes longer than the services need. */
const MODULES: Record<string, string> = { 'main.js': 'api.module.js', 'worker.js': 'worker.module.js' };

const script = process.argv[1] ?? '';
const module = MODULES[basename(script)];
if (isMainThread && module) {
  await import('reflect-metadata');
  await awaitEnvironment(() => import(pathToFileURL(join(dirname(script), module)).href));
}
