import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestApp } from '../app.js';
import { until } from '../until.js';

/** A built process of the service, with the lines that it has written. */
export interface ServiceProcess {
  process: ChildProcess;
  lines: Record<string, unknown>[];
  /** Asks it to stop. @returns the milliseconds until it had ended */
  stop(): Promise<number>;
}

/** Starts `dist/main.js` or `dist/worker.js` on the database of an application, and waits until it is ready. */
export async function startProcess(
  app: TestApp,
  entry: 'main' | 'worker',
  variables: Record<string, string>,
): Promise<ServiceProcess> {
  const { url, redisUrl, redisKeyPrefix } = app.testDatabase;
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../../dist/${entry}.js`)], {
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: redisKeyPrefix },
      ...{ HOST: '127.0.0.1', PORT: '0', SHUTDOWN_NOTICE_SECONDS: '0' },
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  const lines: ServiceProcess['lines'] = [];
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    const parts = (written + data).split('\n');
    written = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${entry} ended with ${child.exitCode}`);
    return lines.some(({ msg }) => msg === 'ready');
  });
  return {
    process: child,
    lines,
    async stop() {
      const startedAt = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return performance.now() - startedAt;
    },
  };
}
