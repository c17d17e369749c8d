import type { Env } from './env.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Connections close after the open work. An unreachable server could block this forever. */
const CLOSING_SECONDS = 3;

/**
 * Ends this process if it has not ended by itself some seconds after its time for open work. `say` receives one line
 * before that. Call it once the application listens to the signals, which would do nothing before.
 */
export function exitAtDeadline(
  env: Pick<Env, 'SHUTDOWN_NOTICE_SECONDS' | 'SHUTDOWN_GRACE_SECONDS'>,
  say: (line: string) => void,
  stopping: Pick<NodeJS.Process, 'once' | 'exit'> = process,
): void {
  const seconds = env.SHUTDOWN_NOTICE_SECONDS + env.SHUTDOWN_GRACE_SECONDS + CLOSING_SECONDS;
  const exit = (): void => {
    say(`not stopped after ${seconds} s, as if killed: unfinished work begins again elsewhere`);
    stopping.exit(1);
  };
  for (const signal of SIGNALS) stopping.once(signal, () => void setTimeout(exit, seconds * 1_000).unref());
}
