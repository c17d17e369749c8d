import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { extract } from 'tar';
import { SCOPES } from '#access/policy/key.scopes.js';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { json, startStandIn } from '../../support/stand-ins/http-server.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = join(ROOT, 'test/support/clients');
const execute = promisify(execFile);
const VERSIONS = ['3.10', '3.11', '3.12', '3.13'];

/** The Python interpreters of this machine, by version. */
function interpreters(): Map<string, string> {
  const installed = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const own = existsSync(installed) ? readdirSync(installed).map((name) => join(installed, name, 'bin/python')) : [];
  const found = new Map<string, string>();
  for (const command of [...own, ...VERSIONS.map((version) => `python${version}`), 'python3']) {
    const { stdout } = spawnSync(command, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    const version = stdout?.trim();
    if (VERSIONS.includes(version) && !found.has(version)) found.set(version, command);
  }
  return found;
}
const PYTHONS = interpreters();

describe('the clients that the installation serves', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    const env = { EGRESS_ALLOWED_CIDRS: '127.0.0.0/8', ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
    app = await startTestApp({ worker: true, env });
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'dist/customer-'));
    await install('qualm-typescript.tgz', join(folder, 'node_modules/@qualm/client'));
    await install('qualm-python.tar.gz', join(folder, 'python'));
    for (const name of ['whole-job.mjs', 'json-lines.mjs']) cpSync(join(PROGRAMS, name), join(folder, name));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  async function install(name: string, into: string): Promise<void> {
    const response = await fetch(`${app.origin}/sdk/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    mkdirSync(into, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    await extract({ file, cwd: into, strip: 1 });
  }

  type Run = (...parameters: string[]) => Promise<Record<string, unknown>>;
  const run = async (command: string, ...parameters: string[]): Promise<Record<string, unknown>> => {
    const env = { ...process.env, PYTHONPATH: join(folder, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await execute(command, parameters, { cwd: folder, env });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  /** What the program does, and what its next run removes from the mirror. */
  async function wholeJob(program: Run) {
    const name = `Tabula ${randomBytes(4).toString('hex')}`;
    await createReviewedProduct(app.database, { name });
    const id = await insertReviewOpportunity(app.database);
    const { key } = await createKey(app, { credits: 5, spendCap: 5, scopes: SCOPES });
    const { until: since, ...facts } = await program(app.baseUrl, key, name);
    await app.database.execute('DELETE FROM opportunities WHERE id = $1', [id]);
    const { removed } = await program(app.baseUrl, key, name, String(since));
    expect(facts).toEqual({
      ...{ found: [name], report: ['completed', true], charged: 1, ledger: ['charge', 'grant'], mirrored: true },
      ...{ webhook: 'webhook.test', exported: true, handed_over: 'qualified', refused: 'not_found' },
    });
    // A mirror may be told twice of what was removed shortly before its time, as by the program before this one.
    const left = await app.database.query('SELECT id FROM opportunities WHERE id = ANY($1)', [removed]);
    expect([removed, left]).toEqual([expect.arrayContaining([id]), []]);
  }

  it('do the whole job of a program in TypeScript', async () => {
    await wholeJob((...parameters) => run(process.execPath, 'whole-job.mjs', ...parameters));
  });

  it('return exports as the text of JSON Lines in TypeScript', async () => {
    const { key, teamId } = await createKey(app, { credits: 2, scopes: SCOPES });
    const opportunityId = await insertReviewOpportunity(app.database);
    await app.database.execute(
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine)
       SELECT gen_random_uuid(), $1, $2, '{call}', 'Hi', 'test/1' FROM generate_series(1, 2)`,
      [teamId, opportunityId],
    );
    const lines = await run(process.execPath, 'json-lines.mjs', app.baseUrl, key);
    expect(lines).toEqual({
      ...{ opportunities: expect.any(Number), reports: expect.any(Number), pitches: 2, ledger: 1 },
      auditLog: expect.any(Number),
    });
    expect(lines.opportunities).toBeGreaterThan(0);
  });

  for (const version of VERSIONS) {
    const python = PYTHONS.get(version);
    (python ? it : it.skip)(
      `do the whole job of a program in Python ${version}${python ? '' : ', which is not installed'}`,
      async () => {
        await wholeJob((...parameters) => run(python ?? '', join(PROGRAMS, 'whole_job.py'), ...parameters));
      },
    );
  }

  it('send the events of test mode to a local address, signed', async () => {
    const { key } = await createKey(app, { test: true, scopes: SCOPES });
    const local = await startStandIn(json(200, {}));
    const listen = join(folder, 'node_modules/@qualm/client/dist/listen.js');
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const listener = execFile(
      process.execPath,
      [listen, local.url, '--url', app.baseUrl, '--secret', secret, '--types', 'report.completed'],
      {
        env: { ...process.env, QUALM_API_KEY: key },
      },
    );
    await new Promise((resolve) => listener.stdout?.once('data', resolve));
    await until(async () => {
      await fetch(`${app.baseUrl}/test/events`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
        body: JSON.stringify({ type: 'report.completed' }),
      });
      return local.requests.length > 0;
    });
    listener.kill();
    const [request] = local.requests;
    await local.close();
    const event = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    expect(event).toMatchObject({ type: 'report.completed', livemode: false });
  });

  it('refuse to listen with a live key', async () => {
    const listen = join(folder, 'node_modules/@qualm/client/dist/listen.js');
    const env = { ...process.env, QUALM_API_KEY: 'qualm_live_0' };
    const refused = spawnSync(process.execPath, [listen, 'http://localhost:1/', '--url', app.baseUrl], {
      env,
      encoding: 'utf8',
    });
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('must hold a test key')]);
  });
});
