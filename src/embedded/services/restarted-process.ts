import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOADED = ['follow-parent.js', 'load-early.js'].flatMap((file) => [
  '--import',
  pathToFileURL(join(import.meta.dirname, file)).href,
]);
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const STEADY_MS = 30_000;

/** A process of the launcher. */
export type LaunchedProcess = Pick<RestartedProcess, 'load' | 'start' | 'stop' | 'kill'>;

/** A process that is restarted, after a growing pause, whenever it exits unexpectedly. */
export class RestartedProcess {
  private child?: ChildProcess;
  private variables?: NodeJS.ProcessEnv;
  private pause = FIRST_PAUSE_MS;
  private timer?: NodeJS.Timeout;
  private stopping = false;

  /** `report` receives a message about every unexpected exit. */
  constructor(
    private readonly script: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly report: (ending: string) => void,
  ) {}

  /** Starts the process, which loads its modules and then waits for `start`. */
  load(): void {
    const startedAt = Date.now();
    // A separate process group: Ctrl-C reaches only the launcher, which stops its processes in the right order.
    const child = fork(this.script, {
      env: this.environment,
      execArgv: ['--enable-source-maps', ...PRELOADED],
      detached: true,
    });
    this.child = child;
    if (this.variables) child.send(this.variables, () => undefined);
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      if (Date.now() - startedAt > STEADY_MS) this.pause = FIRST_PAUSE_MS;
      this.report(`exited with ${signal ?? `code ${code}`} and will be restarted in ${this.pause / 1000} s`);
      this.timer = setTimeout(() => this.load(), this.pause);
      this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
    });
  }

  /** Lets the process run, now and after every restart, with these variables added to its environment. */
  start(variables: NodeJS.ProcessEnv): void {
    this.variables = variables;
    if (this.child?.connected) this.child.send(variables, () => undefined);
  }

  /** Asks the process to stop and returns when it has exited. Kills the process after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await exited;
    clearTimeout(deadline);
  }

  /** Kills the process. */
  kill(): void {
    this.stopping = true;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }
}
