import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Redis from 'ioredis';
import pg from 'pg';
import { startTcpProxy } from '../../support/stand-ins/tcp-proxy.ts';
import { freePort, kill, pidsOf } from '../running-service.mjs';

const DIST = join(import.meta.dirname, '../../../dist');
const MOVED_CLOCK = join(import.meta.dirname, 'moved-clock.mjs');
const DISK_BYTES = 1_500_000_000;
const READY_MS = 120_000;
const PROCESSES = ['api', 'api', 'worker', 'worker'];

/**
 * Two processes of the API and two workers on a PostgreSQL and a Valkey of their own, each server behind a proxy. A process that ends
 * is started again. `disturb` injects a fault and mends it.
 */
export class Installation {
  /** `providers` are the proxies of the third parties by name; `variables` configure the service. */
  static async start(providers, variables) {
    const installation = new Installation();
    installation.providers = providers;
    installation.dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
    // The files of the drill itself. The disk of the data folder is full at times.
    installation.ownDir = await mkdtemp(join(tmpdir(), 'chaos-own-'));
    installation.hasOwnDisk = mountDisk(installation.dataDir);
    chmodSync(installation.dataDir, 0o711);
    const { startEmbeddedServices, variablesOf } = await import(join(DIST, 'embedded/services/embedded-services.js'));
    installation.services = await startEmbeddedServices({ dataDir: installation.dataDir });
    const own = variablesOf(installation.services, { DATA_DIR: installation.dataDir });
    installation.proxies = {
      postgres: await startTcpProxy(own.DATABASE_URL),
      redis: await startTcpProxy(own.REDIS_URL),
    };
    installation.variables = {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'fatal', SHED_AFTER_MS: '0', DATA_DIR: installation.dataDir },
      ...{ ENCRYPTION_KEYS: own.ENCRYPTION_KEYS, OPS_PASSWORD: randomBytes(16).toString('hex') },
      ...variables,
      DATABASE_URL: installation.proxies.postgres.url,
      REDIS_URL: installation.proxies.redis.url,
      DATABASE_OWNER_URL: own.DATABASE_OWNER_URL,
    };
    await installation.qualm('migrate');
    installation.ports = { api: [await freePort(), await freePort()] };
    installation.running = PROCESSES.map((role, place) => installation.keepRunning(role, place));
    await installation.untilReady();
    return installation;
  }

  /** The address of one of the API processes. */
  baseUrl(place) {
    return `http://127.0.0.1:${this.ports.api[place % 2]}/api/v1`;
  }

  /** Rows of the database, asked without the proxy, again and again while it restarts. */
  async rows(text, values = []) {
    for (const until = Date.now() + READY_MS; ; await wait(200)) {
      const client = new pg.Client({ connectionString: this.services.databaseUrl, query_timeout: 60_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text, values)).rows;
      } catch (error) {
        if (Date.now() > until || error.code?.startsWith('42')) throw error;
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  /** Runs the command line of the operator, through the proxies. @throws if it does not end with 0 */
  qualm(...words) {
    return new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [join(DIST, 'cli.js'), ...words],
        { env: this.variables },
        (error, out) => {
          this.command = null;
          if (error) reject(error);
          else resolve(out.trim());
        },
      );
      this.command = child;
    });
  }

  /** Injects a fault for its time, and mends it. */
  async disturb({ what, where, ms, clockMs }) {
    const proxies = where === 'providers' ? Object.values(this.providers) : [this.proxies[where]];
    if (what === 'kill') return this.killOne(where);
    if (what === 'flush') return this.flush();
    if (what === 'pause') return this.pause(ms);
    if (what === 'move-clock') return this.moveClock(where, ms, clockMs);
    if (what === 'fill-disk') return this.fillDisk(ms);
    for (const proxy of proxies) {
      if (what === 'cut') proxy.cut();
      if (what === 'delay') proxy.delay(Math.min(ms, 800));
      if (what === 'trickle') proxy.trickle();
      if (what === 'reset') proxy.reset();
      if (what === 'half-close') proxy.halfClose();
    }
    await wait(ms);
    for (const proxy of proxies) proxy.restore();
  }

  async untilReady() {
    for (const until = Date.now() + READY_MS; Date.now() < until; await wait(200)) {
      const answers = await Promise.all(
        [0, 1].map((place) => fetch(`${this.baseUrl(place)}/health/ready`).catch(() => ({ ok: false }))),
      );
      if (answers.every(({ ok }) => ok)) return;
    }
    throw new Error('The service did not become ready.');
  }

  async stop() {
    this.isStopping = true;
    for (const { child } of this.running ?? []) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await Promise.race([once(child, 'exit'), wait(20_000)]);
    }
    for (const proxy of Object.values(this.proxies)) await proxy.close();
    await this.services.stop();
    if (this.hasOwnDisk) execFileSync('umount', ['-l', this.dataDir]);
    await rm(this.dataDir, { recursive: true, force: true });
    await rm(this.ownDir, { recursive: true, force: true });
  }

  /** Starts a process, and starts it again whenever it ends. */
  keepRunning(role, place) {
    const entry = { role, child: null, clock: join(this.ownDir, `clock-${place}`) };
    const launch = () => {
      const script = join(DIST, role === 'api' ? 'main.js' : 'worker.js');
      const env = {
        ...this.variables,
        CLOCK_FILE: entry.clock,
        ...(role === 'api' && { PORT: String(this.ports.api[place]) }),
      };
      entry.child = spawn(process.execPath, ['--import', MOVED_CLOCK, script], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      entry.child.once('exit', () => this.isStopping || setTimeout(launch, 100));
    };
    launch();
    return entry;
  }

  killOne(where) {
    if (where === 'command') return void this.command?.kill('SIGKILL');
    if (where === 'postgres') return pidsOf(this.services.supervisorPid, '/bin/postgres').forEach(kill);
    const all = this.running.filter(({ role }) => role === where);
    this.turn = (this.turn ?? 0) + 1;
    all[this.turn % all.length].child.kill('SIGKILL');
  }

  async flush() {
    const redis = new Redis(this.services.redisUrl, { maxRetriesPerRequest: 1, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis.flushall().catch(() => undefined);
    redis.disconnect();
  }

  /** Valkey runs in the supervisor, PostgreSQL in a process of its own. */
  async pause(ms) {
    process.kill(this.services.supervisorPid, 'SIGSTOP');
    await wait(ms);
    process.kill(this.services.supervisorPid, 'SIGCONT');
  }

  async moveClock(where, ms, clockMs) {
    const entry = this.running.find(({ role }) => role === where);
    writeFileSync(entry.clock, String(clockMs));
    await wait(ms);
    rmSync(entry.clock, { force: true });
  }

  /** Leaves no room on the disk of the data folder, if it has one of its own. */
  async fillDisk(ms) {
    if (!this.hasOwnDisk) return;
    const ballast = join(this.dataDir, 'ballast');
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', 'count=4096'], { stdio: 'ignore' });
    } catch {
      // The disk is full now.
    }
    await wait(Math.min(ms, 1_000));
    rmSync(ballast, { force: true });
  }
}

/** Gives the folder a small disk, which only root can. @returns whether it has one */
function mountDisk(folder) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
