import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Env, parseEnv } from '#config/env.js';
import { withoutUnused } from '#config/unused-variables.js';
import { isGiven } from '#config/secret.files.js';
import { namesServers } from '#config/service-urls.js';
import { writeAddresses } from '#embedded/services/addresses.file.js';
import { operatorPassword } from '#embedded/services/data-dir.secrets.js';
import { type EmbeddedServices, startEmbeddedServices, variablesOf } from '#embedded/services/embedded-services.js';
import { freePort, isFree } from '#embedded/services/free-port.js';
import { type LaunchedProcess, RestartedProcess } from '#embedded/services/restarted-process.js';
import { banner } from './banner.js';

const DIST = join(import.meta.dirname, '../..');
const READY_MS = 90_000;
/** The same for an API that waits for the demo data, which may be large. */
const LOADED_MS = 600_000;
/** Time beyond the grace period of a process after which the process is killed. */
const EXTRA_GRACE_MS = 5_000;
/** The API of a killed predecessor keeps its port for a moment. */
const PORT_WAIT_MS = 5_000;

/** Replaces the key of DATA_DIR while the configuration is checked. */
const LATER_KEY = Buffer.alloc(32).toString('base64');

type Variables = NodeJS.ProcessEnv;
type ProcessFactory = (script: string, environment: Variables, report: (ending: string) => void) => LaunchedProcess;

const restarted: ProcessFactory = (...options) => new RestartedProcess(...options);

/** Runs the migrations, the API and the worker, and the embedded services if the environment names no servers. */
export class Launcher {
  private readonly stopping = new AbortController();
  private readonly variables: Variables;
  private readonly embedsServices: boolean;
  private readonly env: Env;
  private starting?: Promise<void>;
  private services?: Promise<EmbeddedServices>;
  private processes: LaunchedProcess[] = [];

  /**
   * `variables` is the environment of the launcher. `say` prints a line for the operator. `newProcess` makes the API and
   * the worker.
   * @throws EnvError when the configuration is invalid.
   */
  constructor(
    variables: Variables,
    private readonly say: (line: string) => void,
    private readonly newProcess = restarted,
  ) {
    this.embedsServices = !namesServers(variables);
    this.variables = withoutUnused(variables, say);
    // The demo team has a password in a file, so only this machine may log in.
    if (this.embedsServices) this.variables.HOST ||= '127.0.0.1';
    this.env = parseEnv({
      ...this.variables,
      ...(this.embedsServices && { DATABASE_URL: 'postgres://embedded', REDIS_URL: 'redis://embedded' }),
      ...(this.embedsServices && !isGiven(variables, 'ENCRYPTION_KEYS') && { ENCRYPTION_KEYS: LATER_KEY }),
    });
  }

  /** Starts all processes and returns when the API is ready. */
  start(): Promise<void> {
    return (this.starting ??= this.startAll());
  }

  /** Lets the API and the worker finish their open work, then stops the services. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const notice = this.variables.SHUTDOWN_NOTICE_SECONDS ? this.env.SHUTDOWN_NOTICE_SECONDS : 0;
    const grace = (notice + this.env.SHUTDOWN_GRACE_SECONDS) * 1_000 + EXTRA_GRACE_MS;
    await Promise.all(this.processes.map((process) => process.stop(grace)));
    await this.services?.then(
      (services) => services.stop(),
      () => undefined,
    );
    await this.starting?.catch(() => undefined);
  }

  /** Kills the API and the worker without waiting for open requests and jobs. */
  kill(): void {
    for (const process of this.processes) process.kill();
  }

  private async startAll(): Promise<void> {
    mkdirSync(this.env.DATA_DIR, { recursive: true });
    const fixed = {
      // There is no load balancer that has to notice the end of the API.
      SHUTDOWN_NOTICE_SECONDS: '0',
      ...this.variables,
      PORT: String(await this.choosePort()),
      ...this.operatorPassword(),
      ...this.readyFile(),
    };
    const variables = await this.startProcesses(fixed);
    const env = parseEnv(variables);
    if (this.embedsServices) await writeAddresses(env.DATA_DIR, { PORT: String(env.PORT), PUBLIC_URL: env.PUBLIC_URL });
    await this.untilReady(env);
    this.say(banner(env, this.embedsServices, this.env.OPS_PASSWORD !== undefined));
  }

  /** Starts the services, the migrations, the API and the worker. Runs again when the services are lost. */
  private async startProcesses(fixed: Variables): Promise<Variables> {
    this.stopping.signal.throwIfAborted();
    const variables = { ...fixed };
    this.loadProcesses(fixed);
    // Loading takes about as long as starting the services, so both run at the same time.
    const loading = Promise.all([
      import('#platform/database/migrate.js'),
      import('#platform/encryption/key-checks.js'),
    ]);
    if (this.embedsServices) {
      this.say('Starting PostgreSQL and Valkey ...');
      this.services = startEmbeddedServices({ dataDir: this.env.DATA_DIR });
      const services = await this.services;
      Object.assign(variables, variablesOf(services, variables));
      void services.ended.then(() => this.recover(fixed));
    }
    this.stopping.signal.throwIfAborted();
    this.say('Running the database migrations ...');
    const [{ migrate }, { demandKeysOfDatabase }] = await loading;
    const env = parseEnv(variables);
    await migrate(env.DATABASE_OWNER_URL, { serviceUrl: env.DATABASE_URL });
    await demandKeysOfDatabase(env);
    this.stopping.signal.throwIfAborted();
    this.say('Starting the API and the worker ...');
    for (const process of this.processes) process.start(withoutOwner(variables));
    return variables;
  }

  /** The processes load their modules while the services start. */
  private loadProcesses(fixed: Variables): void {
    const worker = this.embedsServices ? 'embedded/launch/embedded.worker.js' : 'worker.js';
    this.processes = Object.entries({ API: 'main.js', worker }).map(([name, script]) =>
      this.newProcess(join(DIST, script), withoutOwner(fixed), (ending) => this.say(`The ${name} ${ending}.`)),
    );
    for (const process of this.processes) process.load();
  }

  private async recover(fixed: Variables): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.say('The embedded services exited unexpectedly. Restarting the services, the API and the worker ...');
    this.kill();
    try {
      await this.startProcesses(fixed);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.say(error instanceof Error ? error.message : String(error));
      await this.stop();
      process.exitCode = 1;
    }
  }

  private async untilReady(env: Env): Promise<void> {
    const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
    const startedAt = Date.now();
    for (;;) {
      const state = await stateOf(`http://${host}:${env.PORT}/api/v1/health/ready`);
      if (state === 'ready') return;
      this.stopping.signal.throwIfAborted();
      if (Date.now() - startedAt > (state === 'loading' ? LOADED_MS : READY_MS))
        throw new Error('The API did not become ready. See its output above.');
      await wait(50);
    }
  }

  /** The configured port. If PORT is not set and the default port is in use, a free port. */
  private async choosePort(): Promise<number> {
    const { HOST, PORT } = this.env;
    for (const deadline = Date.now() + PORT_WAIT_MS; PORT !== 0 && Date.now() < deadline; await wait(100)) {
      if (await isFree(PORT, HOST)) return PORT;
      this.stopping.signal.throwIfAborted();
    }
    if (this.variables.PORT && PORT !== 0) throw new Error(`PORT ${PORT} is in use by another program.`);
    const port = await freePort();
    if (PORT !== 0) this.say(`Port ${PORT} is in use by another program, so this copy uses port ${port}.`);
    return port;
  }

  /** On an embedded database the API is ready only after the demo data is loaded. */
  private readyFile(): Variables {
    if (!this.embedsServices) return {};
    const file = resolve(this.env.DATA_DIR, 'ready');
    rmSync(file, { force: true });
    return { READY_FILE: file };
  }

  /** On an embedded database, each data directory gets a random password for the operator pages. */
  private operatorPassword(): Variables {
    if (this.env.OPS_PASSWORD || !this.embedsServices) return {};
    return { OPS_PASSWORD: operatorPassword(this.env.DATA_DIR) };
  }
}

/** The environment of the API and the worker: only migrations need the owner of the tables. */
const withoutOwner = (variables: Variables): Variables => ({
  ...variables,
  DATABASE_OWNER_URL: undefined,
  DATABASE_OWNER_URL_FILE: undefined,
  DATABASE_OWNER_PASSWORD: undefined,
  DATABASE_OWNER_PASSWORD_FILE: undefined,
});

async function stateOf(url: string): Promise<'ready' | 'loading' | 'not ready'> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    if (response.ok) return 'ready';
    return (await response.text()).includes('"demo_data":"loading"') ? 'loading' : 'not ready';
  } catch {
    return 'not ready';
  }
}
