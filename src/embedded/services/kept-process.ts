import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLLOW_PARENT = pathToFileURL(join(import.meta.dirname, 'follow-parent.js')).href;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const STEADY_MS = 30_000;

/** A process that is started again, after a growing pause, whenever it ends without having been asked to. */
export class KeptProcess {
  private child?: ChildProcess;
  private pause = FIRST_PAUSE_MS;
  private timer?: NodeJS.Timeout;
  private stopping = false;

  /** `tell` hears of every unwanted end. */
  constructor(
    private readonly script: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly tell: (ending: string) => void,
  ) {}

  start(): void {
    const begun = Date.now();
    // A group of its own: Ctrl-C goes to the launcher alone, which ends the others in the right order.
    const child = fork(this.script, {
      env: this.environment,
      execArgv: ['--enable-source-maps', '--import', FOLLOW_PARENT],
      detached: true,
    });
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      if (Date.now() - begun > STEADY_MS) this.pause = FIRST_PAUSE_MS;
      this.tell(`ended with ${signal ?? `code ${code}`}; next try in ${this.pause / 1000} s`);
      this.timer = setTimeout(() => this.start(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    });
  }

  /** Asks the process to end and returns when it has; after `graceMs` it is not asked any more. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const hurry = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(hurry);
  }

  /** Ends the process at once. */
  kill(): void {
    this.stopping = true;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }
}
