import { type Command, InvalidArgumentError } from 'commander';
import type { ImportOptions, ImportPreview, ImportProgress, ImportResult } from '#platform/files/file.importer.js';
import type { Reject } from '#platform/files/record.types.js';
import { parse, print } from '../command-line.js';
import { ask } from '../confirmation.js';
import { terminalBar } from '../terminal-bar.js';
import type { ImportDialogue, ImportFlags, ImportKind } from './import.actions.js';
import { registerImportUndo } from './import-undo.command.js';

const KINDS: readonly ImportKind[] = ['products', 'reviews', 'posts', 'contacts'];

const SAY_EVERY_MS = 5_000;

const EXAMPLES = (kind: ImportKind): string => `
Formats: JSON Lines, a JSON array, CSV, TSV, RSS and Atom, in UTF-8 or UTF-16, gzipped or zipped too.
Exports of G2, Capterra, Trustpilot, Google Play, App Store Connect, Reddit, Zendesk and Intercom are recognized, and answers of the
Google Play API, the App Store feed, Steam, Firefox Add-ons, Hacker News, Discourse, Stack Exchange and Mastodon.

Examples:
  qualm import ${kind} ${kind}.jsonl.gz
  qualm import ${kind} export.csv --dry-run
  qualm import ${kind} export.csv --map text="Customer comment" --set product_name=Acme
  zcat export.json.gz | qualm import ${kind} - --rejects rejects.jsonl`;

/** Registers `import KIND FILE` for every kind, and the commands for the list of imports. */
export function registerImport(program: Command): void {
  const group = program.command('import').description('import a file of this or another tool');
  for (const kind of KINDS) {
    group
      .command(kind)
      .description(`import ${kind}; can be repeated`)
      .argument('<file>', 'the file, or - for standard input')
      .option('--map <field=column>', 'read a field from this column; can be repeated', pair, {})
      .option('--set <field=value>', 'set a field in every line; can be repeated', pair, {})
      .option(
        '--dates <order>',
        'the order in 08/01/2026: day-first (dmy), month-first (mdy) or year-first (ymd)',
        order,
      )
      .option('--lenient', 'leave out an unreadable value of an optional field, and keep its line')
      .option('--encoding <name>', 'such as windows-1252; UTF-8 and UTF-16 are recognized')
      .option(
        '--address <url>',
        'where the file came from, if it is an answer of a source that does not say so',
        parse.url,
      )
      .option('--dry-run', 'check the file and print its first ten lines; store nothing')
      .option('--rejects <path>', 'write every rejected record with its line and reason to this file')
      .option('--max-rejects <number>', 'stop after more rejected lines than this', parse.wholeNumber())
      .addHelpText('after', EXAMPLES(kind))
      .action((file: string, flags: ImportFlags, command: Command) => run(kind, file, flags, command));
  }
  registerImportUndo(group);
}

async function run(kind: ImportKind, file: string, flags: ImportFlags, command: Command): Promise<void> {
  const { importFile, previewFile } = await import('./import.actions.js');
  const progress = await showProgress();
  const options: ImportDialogue = {
    onProgress: progress.onProgress,
    onNote: progress.onNote,
    ...(process.stdin.isTTY && file !== '-' && { askOrder, confirmWithout }),
  };
  if (flags.dryRun) {
    const preview = await previewFile(kind, file, flags, options).finally(progress.done);
    print(command, preview, linesOfPreview(preview));
    sayEncoding(preview);
    return exitIfNothing(preview.read - preview.rejected, preview, true);
  }
  const [result, waiting] = await importFile(kind, file, flags, options).finally(progress.done);
  print(command, result, [
    ...linesOf(result),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'text waits' : 'texts wait'} for detection`] : []),
  ]);
  sayEncoding(result);
  exitIfNothing(result.read - result.rejected, result, false);
  if (result.rejected === result.read && file !== '-') {
    const { otherKindOf } = await import('./import.actions.js');
    const other = await otherKindOf(kind, file);
    if (other) process.stderr.write(`The file looks like ${other}: qualm import ${other} ${file}\n`);
  }
}

async function askOrder(): Promise<ImportOptions['dateOrder']> {
  const answer = await ask('Is 08/01/2026 in January (day first) or August (month first)? Type j or a: ');
  return /^j/i.test(answer) ? 'day first' : /^a/i.test(answer) ? 'month first' : undefined;
}

/** Asks before a file is imported whose first lines lack what its format has. */
async function confirmWithout(fields: readonly string[]): Promise<boolean> {
  const missing = fields.join(' or ');
  const answer = await ask(`No line has a ${missing}, which this format has. Import the file without? Type yes: `);
  return answer.trim() === 'yes';
}

/** Shows progress on standard error: a bar on a terminal, otherwise a line every few seconds. */
async function showProgress(): Promise<{
  onProgress: ImportProgress;
  onNote: (note: string) => void;
  done: () => void;
}> {
  const bar = await terminalBar('{lines} lines, {rate} a second');
  const startedAt = Date.now();
  let said = startedAt;
  const onProgress: ImportProgress = (bytesRead, bytesTotal, lines) => {
    const seconds = (Date.now() - startedAt) / 1_000;
    const rate = seconds > 0 ? Math.round(lines / seconds) : lines;
    bar.update(bytesRead, Math.max(bytesTotal, bytesRead), { lines, rate });
    if (process.stderr.isTTY || Date.now() - said < SAY_EVERY_MS) return;
    said = Date.now();
    process.stderr.write(`${lines} lines read, ${rate} a second${remainingOf(bytesRead, bytesTotal, seconds)}\n`);
  };
  return { onProgress, onNote: bar.note, done: bar.stop };
}

/** How much of a file with a known size is read, and the time that the rest takes at the same rate. */
function remainingOf(bytesRead: number, bytesTotal: number, seconds: number): string {
  if (bytesTotal === 0 || bytesRead === 0) return '';
  const share = Math.min(1, bytesRead / bytesTotal);
  return `, ${Math.round(100 * share)} %, ${Math.round((seconds * (1 - share)) / share)} s left`;
}

/** Names the option for lines in another encoding. */
function sayEncoding({ rejects }: { rejects: Reject[] }): void {
  if (rejects.some(({ reason }) => reason.includes('valid UTF-8')))
    process.stderr.write('Some lines are not UTF-8. Name the encoding of the file, such as --encoding windows-1252.\n');
}

/** Exits with 1 if no line could be used, and prints a remedy. */
function exitIfNothing(
  usable: number,
  { read, rejects }: { read: number; rejects: Reject[] },
  isDryRun: boolean,
): void {
  if (usable > 0) return;
  process.exitCode = 1;
  const hint =
    read === 0
      ? 'The file has no lines.'
      : `Nothing was imported: every line was rejected, the first because ${rejects[0]?.reason}. ` +
        `${isDryRun ? 'Use' : 'Run with --dry-run to see how lines are read, and use'} --map FIELD=COLUMN or --set FIELD=VALUE.`;
  process.stderr.write(`${hint}\n`);
}

const countOf = (read: number): string => `${read} line${read === 1 ? '' : 's'} read`;

function linesOf(result: ImportResult): string[] {
  const { import_id, read, inserted, updated, unchanged, rejected, rejects } = result;
  const summary = `${countOf(read)}: ${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
  const undo = inserted > 0 ? [`Import ${import_id}. To undo it: qualm import undo ${import_id}`] : [];
  return [summary, ...droppedLines(result), ...undo, ...rejects.map(lineOfReject)];
}

function linesOfPreview(preview: ImportPreview): string[] {
  const { read, rejected, rejects, lines } = preview;
  const shown = lines.map((line) => JSON.stringify(withoutEmpty(line as object)));
  const summary = `${countOf(read)}, nothing stored: ${rejected} rejected`;
  return [...shown, summary, ...droppedLines(preview), ...rejects.map(lineOfReject)];
}

/** What a lenient import has left out. */
function droppedLines({ dropped }: Pick<ImportResult, 'dropped'>): string[] {
  const fields = Object.entries(dropped).map(([field, count]) => `${field} of ${countOf(count).replace(' read', '')}`);
  return fields.length === 0 ? [] : [`Left out because it could not be read: ${fields.join(', ')}`];
}

const withoutEmpty = (line: object): object =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));

const lineOfReject = ({ line, reason, file }: Reject): string =>
  `  ${file === undefined ? '' : `${file}, `}line ${line}: ${reason}`;

function pair(value: string, earlier: Record<string, string>): Record<string, string> {
  const [, field, rest] = /^(\w+)=(.+)$/s.exec(value) ?? [];
  if (field === undefined || rest === undefined) throw new InvalidArgumentError('It must be FIELD=VALUE.');
  return { ...earlier, [field]: rest };
}

const ORDERS = new Map<string, ImportFlags['dates']>([
  ['day-first', 'day first'],
  ['dmy', 'day first'],
  ['month-first', 'month first'],
  ['mdy', 'month first'],
  ['year-first', 'year first'],
  ['ymd', 'year first'],
]);

function order(value: string): ImportFlags['dates'] {
  const known = ORDERS.get(value);
  if (!known) throw new InvalidArgumentError('It must be day-first (dmy), month-first (mdy) or year-first (ymd).');
  return known;
}
