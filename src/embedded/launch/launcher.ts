import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Env, parseEnv } from '#config/env.js';
import { type EmbeddedServices, startEmbeddedServices } from '#embedded/services/embedded-services.js';
import { freePort, isFree } from '#embedded/services/free-port.js';
import { KeptProcess } from '#embedded/services/kept-process.js';
import { banner } from './banner.js';
import { prepareDemoData } from './demo.data.js';

const DIST = join(import.meta.dirname, '../..');
const READY_MS = 90_000;
/** What a process may take beyond its own grace period before it is ended by force. */
const EXTRA_GRACE_MS = 5_000;
/** A predecessor that was killed needs a moment until its API lets go of the port. */
const PORT_PATIENCE_MS = 5_000;

type Variables = NodeJS.ProcessEnv;

/** Runs everything: the embedded services where URLs lack, the migrations, the API and the worker. */
export class Launcher {
  private readonly stopping = new AbortController();
  private readonly embedsDatabase: boolean;
  private readonly env: Env;
  private starting?: Promise<void>;
  private services?: Promise<EmbeddedServices>;
  private kept: KeptProcess[] = [];

  /**
   * `variables` is the environment as it was given; `say` writes a line for the operator.
   * @throws EnvError when the configuration is wrong.
   */
  constructor(
    private readonly variables: Variables,
    private readonly say: (line: string) => void,
  ) {
    this.embedsDatabase = !variables.DATABASE_URL;
    this.env = parseEnv({
      ...variables,
      DATABASE_URL: variables.DATABASE_URL || 'postgres://embedded',
      REDIS_URL: variables.REDIS_URL || 'redis://embedded',
    });
  }

  /** Starts everything and returns when the API is ready. */
  start(): Promise<void> {
    return (this.starting ??= this.startAll());
  }

  /** Lets the API and the worker finish what they do, then ends the services. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const grace = this.env.SHUTDOWN_GRACE_SECONDS * 1_000 + EXTRA_GRACE_MS;
    await Promise.all(this.kept.map((process) => process.stop(grace)));
    await this.services?.then(
      (services) => services.stop(),
      () => undefined,
    );
    await this.starting?.catch(() => undefined);
  }

  /** For an operator who does not want to wait: open requests and jobs are cut off. */
  kill(): void {
    for (const process of this.kept) process.kill();
  }

  private async startAll(): Promise<void> {
    mkdirSync(this.env.DATA_DIR, { recursive: true });
    const fixed = {
      ...this.variables,
      PORT: String(await this.choosePort()),
      ...this.operatorPassword(),
      ...this.readyFile(),
    };
    const variables = await this.up(fixed);
    const env = parseEnv(variables);
    const { signal } = this.stopping;
    if (this.embedsDatabase) await prepareDemoData({ env, variables, signal, say: this.say });
    await this.untilReady(env);
    this.say(await banner(env, this.embedsDatabase));
  }

  /** Services, migrations, processes: all that has to happen again when the services are lost. */
  private async up(fixed: Variables): Promise<Variables> {
    this.stopping.signal.throwIfAborted();
    const variables = { ...fixed };
    // Takes about as long to load as the services take to start.
    const loading = import('#platform/database/migrate.js');
    if (!variables.DATABASE_URL || !variables.REDIS_URL) {
      this.say('Starting PostgreSQL and Valkey ...');
      this.services = startEmbeddedServices({ dataDir: this.env.DATA_DIR });
      const services = await this.services;
      variables.DATABASE_URL ||= services.databaseUrl;
      variables.REDIS_URL ||= services.redisUrl;
      void services.ended.then(() => this.recover(fixed));
    }
    this.stopping.signal.throwIfAborted();
    this.say('Bringing the database up to date ...');
    const { migrate } = await loading;
    await migrate(variables.DATABASE_URL);
    this.stopping.signal.throwIfAborted();
    this.say('Starting the API and the worker ...');
    this.kept = ['main', 'worker'].map(
      (name) =>
        new KeptProcess(join(DIST, `${name}.js`), variables, (ending) =>
          this.say(`The ${name === 'main' ? 'API' : 'worker'} ${ending}.`),
        ),
    );
    for (const process of this.kept) process.start();
    return variables;
  }

  private async recover(fixed: Variables): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.say('The embedded services ended unexpectedly; starting them and the processes on them again.');
    this.kill();
    try {
      await this.up(fixed);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.say(error instanceof Error ? error.message : String(error));
      await this.stop();
      process.exitCode = 1;
    }
  }

  private async untilReady(env: Env): Promise<void> {
    const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
    const deadline = Date.now() + READY_MS;
    while (!(await answers(`http://${host}:${env.PORT}/api/v1/health/ready`))) {
      this.stopping.signal.throwIfAborted();
      if (Date.now() > deadline) throw new Error('The API did not become ready; its output above says why.');
      await wait(50);
    }
  }

  /** The configured port; where none was configured and another copy has the usual one, a free one. */
  private async choosePort(): Promise<number> {
    const { HOST, PORT } = this.env;
    for (const until = Date.now() + PORT_PATIENCE_MS; PORT !== 0 && Date.now() < until; await wait(100)) {
      if (await isFree(PORT, HOST)) return PORT;
      this.stopping.signal.throwIfAborted();
    }
    if (this.variables.PORT && PORT !== 0) throw new Error(`PORT ${PORT} is in use by another program.`);
    const port = await freePort();
    if (PORT !== 0) this.say(`Port ${PORT} is in use by another program, so this copy takes ${port}.`);
    return port;
  }

  /** On an embedded database the API is not ready before the demo data is there. */
  private readyFile(): Variables {
    if (!this.embedsDatabase) return {};
    const file = resolve(this.env.DATA_DIR, 'ready');
    rmSync(file, { force: true });
    return { READY_FILE: file };
  }

  /** The embedded default invents the password of the operators' pages once for each data directory. */
  private operatorPassword(): Variables {
    if (this.env.OPS_PASSWORD || !this.embedsDatabase) return {};
    const file = join(this.env.DATA_DIR, 'ops.password');
    if (!existsSync(file)) writeFileSync(file, randomBytes(12).toString('base64url'), { mode: 0o600 });
    return { OPS_PASSWORD: readFileSync(file, 'utf8').trim() };
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
