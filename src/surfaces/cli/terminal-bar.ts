/** Moves to the beginning of the line and empties it; the bar draws itself again. */
const CLEAR_LINE = '\r\x1b[K';

/** A bar on standard error, which appears at the first update. */
export interface TerminalBar {
  /** `values` are further values that the bar shows. */
  update: (done: number, total: number, values?: Record<string, number>) => void;
  /** Writes a line above the bar, or without a bar to standard error. */
  note: (line: string) => void;
  stop: () => void;
}

/** A bar for a terminal, with a text such as `{value} rows`. Without a terminal, it shows nothing. */
export async function terminalBar(text: string): Promise<TerminalBar> {
  const write = (line: string): void => void process.stderr.write(`${line}\n`);
  if (!process.stderr.isTTY) return { update: () => undefined, note: write, stop: () => undefined };
  const { Presets, SingleBar } = await import('cli-progress');
  const format = `{bar} {percentage}% | ${text} | {eta_formatted} left`;
  const bar = new SingleBar({ format, formatTime: secondsInWords }, Presets.shades_grey);
  return {
    update: (done, total, values) => {
      if (!bar.isActive) bar.start(total, done, values);
      bar.setTotal(total);
      bar.update(done, values);
    },
    note: (line) => {
      if (bar.isActive) process.stderr.write(CLEAR_LINE);
      write(line);
    },
    stop: () => bar.stop(),
  };
}

/** Such as `2 min 5 s`. The bar knows no number before its second update. */
function secondsInWords(seconds: unknown): string {
  const known = typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return known < 60 ? `${known} s` : `${Math.floor(known / 60)} min ${known % 60} s`;
}
