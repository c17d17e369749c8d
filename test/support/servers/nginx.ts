import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portForServer } from '../ports.js';
import { until } from '../until.js';

const isInstalled = spawnSync('nginx', ['-v']).status === 0;

/** Like `it`. Without nginx it skips the test, with a note in its name. */
export const itBehindNginx = (name: string, test: () => Promise<void>): void =>
  isInstalled ? it(name, test) : it.skip(`${name} (skipped: nginx is not installed)`, test);

/** nginx, which buffers the answers of the service at `target`, as it does by default. */
export async function startNginx(target: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const url = `http://127.0.0.1:${await portForServer()}`;
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')}
       server { listen ${new URL(url).host}; location / { proxy_pass ${target}; proxy_buffering on; } } }`,
  );
  const server = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' });
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
