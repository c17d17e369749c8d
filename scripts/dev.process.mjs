import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLLOW_PARENT = join(import.meta.dirname, '../dist/embedded/services/follow-parent.js');
const LOAD_PACKAGES = join(import.meta.dirname, 'dev.packages.mjs');
const PRELOADED = [FOLLOW_PARENT, LOAD_PACKAGES].flatMap((file) => ['--import', pathToFileURL(file).href]);

/** A starting process needs all of the processor. */
const SPARE_AFTER_MS = 1_500;
const GRACE_MS = 500;

/**
 * A process of the launcher that restarts on demand. A spare process has already loaded the packages, which is most of
 * the work of a start, and waits to become the next one. A process that exits by itself starts again after the next
 * change.
 */
export class ReloadedProcess {
  constructor(script, environment, report) {
    Object.assign(this, { script, environment, report });
  }

  load() {
    this.spare = fork(this.script, {
      env: this.environment,
      execArgv: ['--enable-source-maps', ...PRELOADED],
      detached: true,
    });
  }

  start(variables) {
    this.variables = variables;
    const child = (this.child = this.spare);
    child.send(variables, () => undefined);
    child.once('exit', (code, signal) => {
      if (child === this.child)
        this.report(`exited with ${signal ?? `code ${code}`}, and starts after the next change`);
    });
    this.spare = undefined;
    this.timer = setTimeout(() => this.load(), SPARE_AFTER_MS);
  }

  async reload() {
    if (!this.variables) return;
    clearTimeout(this.timer);
    await this.end(GRACE_MS);
    if (!this.spare?.connected) this.load();
    this.start(this.variables);
  }

  async stop(graceMs) {
    clearTimeout(this.timer);
    this.spare?.kill('SIGKILL');
    await this.end(graceMs);
  }

  kill() {
    clearTimeout(this.timer);
    for (const child of [this.spare, this.child]) child?.kill('SIGKILL');
  }

  async end(graceMs) {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await exited;
    clearTimeout(deadline);
  }
}
