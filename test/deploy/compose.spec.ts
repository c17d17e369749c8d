import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { envSchema } from '#config/env.js';
import { QueueRegistry } from '#surfaces/ops/queue-registry.js';
import { startTestApp, type TestApp } from '../support/app.js';

const ROOT = join(import.meta.dirname, '../..');
const PROXY_CONFIGURATION = join(ROOT, 'deploy/compose/nginx.conf');

interface Service {
  image: string;
  profiles?: string[];
  restart?: string;
  ports?: string[];
  environment?: Record<string, string | number>;
  env_file?: { path: string }[];
  volumes?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  deploy?: { replicas?: number };
  depends_on?: Record<string, object>;
  stop_grace_period?: string;
}

const { services, volumes } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const all = Object.entries(services);
const longRunning = all.filter(([name]) => name !== 'migrate');
const ofService = all.filter(([, { image }]) => image === 'qualm');
const ofProfile = (profile: string): [string, Service][] =>
  all.filter(([, { profiles }]) => !profiles || profiles.includes(profile));
const namesOf = (found: [string, Service][]): string[] => found.map(([name]) => name).toSorted();
const queuesOf = ({ environment }: Service): string[] => String(environment?.['WORKER_QUEUES']).split(',');

describe('docker-compose.yml', () => {
  it('has one API and one worker in the profile single', () => {
    expect(namesOf(ofProfile('single'))).toEqual(['api', 'migrate', 'postgres', 'valkey', 'worker']);
  });

  it('has two APIs behind a proxy and workers for reports and for the rest in the profile scale', () => {
    expect(namesOf(ofProfile('scale'))).toEqual(
      ['api-scaled', 'migrate', 'postgres', 'proxy', 'valkey', 'worker-reports', 'worker-rest'].toSorted(),
    );
    expect(services['api-scaled']?.deploy?.replicas).toBe(2);
  });

  it.each(['single', 'scale'])('publishes one port in the profile %s', (profile) => {
    expect(ofProfile(profile).flatMap(([, { ports = [] }]) => ports)).toHaveLength(1);
  });

  it.each(['single', 'scale'])('depends on services of the profile %s alone', (profile) => {
    const found = ofProfile(profile);
    const needed = found.flatMap(([, { depends_on: others = {} }]) => Object.keys(others));
    expect(needed.filter((name) => !namesOf(found).includes(name))).toEqual([]);
  });

  it('trusts the one proxy of the profile scale, unless .env says that there are more', () => {
    expect(services['api-scaled']?.environment).toMatchObject({ TRUSTED_PROXY_HOPS: '${TRUSTED_PROXY_HOPS:-1}' });
    expect(services['api']?.environment).not.toHaveProperty('TRUSTED_PROXY_HOPS');
  });

  it.each(ofService)('gives %s variables that the service reads', (_, { environment = {} }) => {
    // Only PostgreSQL reads it; the service gets an empty one.
    const known = [...Object.keys(envSchema.shape), 'POSTGRES_PASSWORD'];
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(ofService)('gives %s the other variables from .env', (_, { env_file: files }) => {
    expect(files).toEqual([{ path: '.env', required: false }]);
  });

  it.each(longRunning)('checks and restarts %s', (_, { image, restart, healthcheck }) => {
    expect(restart).toBe('unless-stopped');
    expect(healthcheck?.disable).toBeUndefined();
    // The check of the API is in the image.
    if (image !== 'qualm') expect(healthcheck?.test).toBeDefined();
  });

  it.each(longRunning.filter(([, { image }]) => image === 'qualm'))(
    'gives %s more time to stop than it takes with any interval of a probe',
    (_, { stop_grace_period: given }) => {
      const { SHUTDOWN_NOTICE_SECONDS: notice, SHUTDOWN_GRACE_SECONDS: grace } = envSchema.shape;
      const most = [notice, grace].map((field) =>
        Math.max(...[30, 60, 120, 300].filter((n) => field.safeParse(n).success)),
      );
      expect(Number.parseInt(given ?? '')).toBeGreaterThan(most[0]! + most[1]!);
    },
  );

  it.each(all.filter(([, { image }]) => image !== 'qualm'))('pins the version of %s', (_, { image }) => {
    expect(image).toMatch(/^[\w/]+:\d+[\w.-]*$/);
  });

  it.each(all)('has the volumes and files of %s', (_, { volumes: mounted = [] }) => {
    const sources = mounted.map((volume) => volume.split(':')[0]!);
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(join(ROOT, source)) : !(source in volumes),
    );
    expect(missing).toEqual([]);
  });

  it('sends the requests of the proxy to the port of the APIs', () => {
    const text = readFileSync(PROXY_CONFIGURATION, 'utf8');
    expect(/http:\/\/([\w-]+):(\d+)/.exec(text)?.slice(1)).toEqual([
      'api-scaled',
      services['api-scaled']?.environment?.['PORT'],
    ]);
    expect(services['proxy']?.ports?.[0]).toMatch(new RegExp(`:${/listen (\d+)/.exec(text)?.[1]}$`));
  });

  const isInstalled = spawnSync('nginx', ['-v']).status === 0;
  (isInstalled ? it : it.skip)('has a configuration that nginx takes (skipped where it is not installed)', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', PROXY_CONFIGURATION]);
    expect([status, String(stderr)]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});

describe('the workers of the profile scale', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ worker: true });
  });
  afterAll(() => app.close());

  it('serve every queue once', () => {
    const named = ['worker-reports', 'worker-rest'].flatMap((name) => queuesOf(services[name]!));
    const queues = app.get(QueueRegistry).queues();
    expect(named.toSorted()).toEqual(queues.map(({ name }) => name).toSorted());
  });
});
