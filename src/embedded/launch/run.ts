import { EnvError } from '#config/env.js';
import { Launcher } from './launcher.js';

/** The terminal and npm both send a signal for one Ctrl-C. Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs the launcher until this process gets a signal or the start fails. `newProcess` is as in the launcher. */
export async function run(newProcess?: ConstructorParameters<typeof Launcher>[2]): Promise<void> {
  try {
    await runLauncher(new Launcher(process.env, say, newProcess));
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function runLauncher(launcher: Launcher): Promise<void> {
  let stopping: number | undefined;
  const onSignal = () => {
    if (stopping === undefined) {
      stopping = Date.now();
      say('Stopping ...');
      void launcher.stop().then(() => process.exit());
    } else if (Date.now() - stopping > SAME_SIGNAL_MS) {
      launcher.kill();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.env.npm_lifecycle_event) followNpm(onSignal);
  await launcher.start().catch(async (error: unknown) => {
    if (stopping !== undefined) return;
    stopping = Date.now();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await launcher.stop();
    process.exit(1);
  });
}

/** Stops when npm is gone: a killed npm cannot forward a signal. */
function followNpm(stop: () => void): void {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, 1_000).unref();
}
