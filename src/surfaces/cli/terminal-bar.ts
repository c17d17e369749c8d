/** A bar on standard error, which appears at the first update. */
export interface TerminalBar {
  /** `values` are further values that the bar shows. */
  update: (done: number, total: number, values?: Record<string, number>) => void;
  stop: () => void;
}

/** A bar for a terminal, with a text such as `{value} rows`. Without a terminal, it shows nothing. */
export async function terminalBar(text: string): Promise<TerminalBar> {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const { Presets, SingleBar } = await import('cli-progress');
  const format = `{bar} {percentage}% | ${text} | {eta_formatted} left`;
  const bar = new SingleBar({ format }, Presets.shades_grey);
  return {
    update: (done, total, values) => {
      if (!bar.isActive) bar.start(total, done, values);
      bar.setTotal(total);
      bar.update(done, values);
    },
    stop: () => bar.stop(),
  };
}
