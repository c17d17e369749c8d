import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { attack } from './hostile.attacks.mjs';
import { addProduct, RunningService } from './running-service.mjs';

/**
 * `npm run drill:hostile -- DIR`: sends every string of the files in DIR in every parameter, header and body of every
 * operation. A `.json` file with a list of strings provides these strings. Other `.json` files are sent as bodies. Any other
 * file has one string per line.
 */
const [directory] = process.argv.slice(2);
if (!directory) {
  console.error('Name a folder with files of strings.');
  process.exit(2);
}

const strings = [];
const bodies = [];
for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const bytes = readFileSync(join(entry.parentPath, entry.name));
  const list = extname(entry.name) === '.json' ? listIn(bytes) : linesOf(bytes);
  if (list) strings.push(...list);
  else bodies.push(bytes);
}

function listIn(bytes) {
  try {
    const value = JSON.parse(bytes.toString());
    const isList = Array.isArray(value) && value.length > 20 && value.every((item) => typeof item === 'string');
    return isList ? value.map((item) => Buffer.from(item)) : null;
  } catch {
    return null;
  }
}

function linesOf(bytes) {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  return lines.map((line) => Buffer.from(line, 'latin1'));
}

Object.assign(process.env, {
  RATE_LIMIT_ANONYMOUS: '1000000000',
  RATE_LIMIT_SPENDING: '1000000000',
  PLAN_GROWTH: '500,50,900000000',
});
const service = await RunningService.prepare();
try {
  await service.start();
  const id = await addProduct(service, 'Drill', []);
  const document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  const { api_keys } = await service.demo();
  const startedAt = performance.now();
  const report = await attack({ baseUrl: service.baseUrl, key: api_keys.spending, id, document, strings, bodies });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${strings.length} strings, ${bodies.length} bodies: ${report.requests} requests in ${seconds} s`);
  console.log('responses by status', report.byStatus);
  for (const fault of report.faults.slice(0, 50)) console.log(fault);
  console.log(`${report.faults.length} faults`);
  const alive = await fetch(`${service.baseUrl}/health/ready`);
  if (report.faults.length > 0 || !alive.ok) process.exitCode = 1;
} finally {
  await service.stop();
}
