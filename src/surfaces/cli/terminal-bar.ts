/** A bar on standard error, which appears at the first update. */
export interface TerminalBar {
  update: (done: number, total: number) => void;
  stop: () => void;
}

/** A bar for a terminal. Without a terminal, it shows nothing. `unit` names what is counted. */
export async function terminalBar(unit: string): Promise<TerminalBar> {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const { Presets, SingleBar } = await import('cli-progress');
  const format = `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left`;
  const bar = new SingleBar({ format }, Presets.shades_grey);
  return {
    update: (done, total) => {
      if (!bar.isActive) bar.start(total, done);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
