import type { Command } from 'commander';
import type { ImportProgress, ImportResult } from '#platform/files/file.importer.js';
import { print } from './command-line.js';

const KINDS = ['products', 'reviews', 'posts', 'contacts'] as const;
export type ImportKind = (typeof KINDS)[number];

const SAY_EVERY_LINES = 100_000;

/** Registers `import KIND FILE` for every kind. */
export function registerImport(program: Command): void {
  const group = program.command('import').description('newline-delimited JSON, gzipped or not');
  for (const kind of KINDS) {
    group
      .command(kind)
      .description(`import ${kind}; can be repeated`)
      .argument('<file>', `${kind} as .jsonl or .jsonl.gz`)
      .action(async (file: string, _options: object, command: Command) => {
        const { importFile } = await import('./import.actions.js');
        const { onProgress, done } = await showProgress();
        const [result, waiting] = await importFile(kind, file, onProgress).finally(done);
        print(command, result, [...linesOf(result), ...(waiting > 0 ? [`${waiting} texts wait for detection`] : [])]);
      });
  }
}

/** Shows progress on standard error: a bar on a terminal, otherwise an occasional line. */
async function showProgress(): Promise<{ onProgress: ImportProgress; done: () => void }> {
  if (process.stderr.isTTY) {
    const { Presets, SingleBar } = await import('cli-progress');
    const bar = new SingleBar(
      { format: '{bar} {percentage}% | {lines} lines | {eta_formatted} left' },
      Presets.shades_grey,
    );
    bar.start(1, 0, { lines: 0 });
    const onProgress: ImportProgress = (bytesRead, bytesTotal, lines) => {
      bar.setTotal(bytesTotal);
      bar.update(bytesRead, { lines });
    };
    return { onProgress, done: () => bar.stop() };
  }
  let said = 0;
  const onProgress: ImportProgress = (_bytesRead, _bytesTotal, lines) => {
    if (lines - said < SAY_EVERY_LINES) return;
    said = lines;
    process.stderr.write(`${lines} lines read\n`);
  };
  return { onProgress, done: () => undefined };
}

function linesOf({ read, inserted, updated, rejected, rejects }: ImportResult): string[] {
  const summary = `${read} lines read: ${inserted} inserted, ${updated} updated, ${rejected} rejected`;
  return [summary, ...rejects.map(({ line, reason }) => `  line ${line}: ${reason}`)];
}
