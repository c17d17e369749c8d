import type { Command } from 'commander';
import type { ImportRow } from '#market/imports/imports.service.js';
import type { Kept, UndoCounts, UndoPreview } from '#workspace/import-undo/import-undo.service.js';
import { STAY_WORDS } from '#workspace/import-undo/stay.words.js';
import { parse, print } from '../command-line.js';
import { asksBefore, confirm } from '../confirmation.js';
import { terminalBar } from '../terminal-bar.js';

const actions = () => import('./import-undo.actions.js');

/** Registers `import list`, `import show` and `import undo`. */
export function registerImportUndo(group: Command): void {
  const list = group.command('list').description('list imports, the newest first');
  list.option('--limit <number>', 'at most 1000', parse.wholeNumber(1, 1_000), 20);
  list.action(async ({ limit }: { limit: number }) => {
    const imports = await (await actions()).listImports(limit);
    print(list, { imports }, imports.map(lineOf));
  });
  const show = group
    .command('show')
    .description('show one import')
    .argument('<import>', 'its number', parse.wholeNumber(1));
  show.action(async (id: number) => {
    const found = await (await actions()).showImport(id);
    print(show, found, linesOf(found));
  });
  const undo = group.command('undo').argument('<import>', 'its number', parse.wholeNumber(1));
  undo.description('remove what an import inserted and nothing has changed since; can be repeated');
  undo.option('--yes', 'do not ask').action(async (id: number, { yes }: { yes?: true }) => {
    const asks = asksBefore(undo, 'import undo', yes);
    const bar = await terminalBar('{value} of {total} records');
    const done = await (
      await actions()
    )
      .undoImport(id, async (preview) => void (asks && (await ask(preview))), bar.update)
      .finally(bar.stop);
    print(undo, { import_id: id, ...done }, outcomeOf(id, done));
  });
}

async function ask({ found, removed, kept }: UndoPreview): Promise<void> {
  process.stderr.write(`${[...linesOf(found), ...stayLines(kept)].join('\n')}\n`);
  const running = found.state === 'running' ? 'It still runs and will stop. ' : '';
  await confirm({ question: `${running}Remove ${removed} ${found.kind}?`, refused: 'Nothing was removed.' });
}

function outcomeOf(id: number, { removed, products, kept }: UndoCounts): string[] {
  const created =
    products === 0 ? [] : [`Products that it had created and that nothing uses, removed too: ${products}`];
  return [
    `Import ${id} is undone: ${removed} record${removed === 1 ? '' : 's'} removed`,
    ...created,
    ...stayLines(kept),
  ];
}

const stayLines = (kept: Kept): string[] =>
  Object.entries(kept).map(
    ([reason, count]) => `  ${count} ${count === 1 ? 'stays' : 'stay'}: ${STAY_WORDS[reason as keyof Kept]}`,
  );

const timeOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

const lineOf = ({ id, state, kind, file_name, read, started_at }: ImportRow): string =>
  `${id}  ${timeOf(started_at)}  ${state}  ${kind}  ${read} line${read === 1 ? '' : 's'}  ${file_name}`;

function linesOf(found: ImportRow): string[] {
  const { id, kind, file_name, format, options, state, read, inserted, updated, unchanged, rejected } = found;
  const { map = {}, set = {}, dates, encoding, address, lenient } = options;
  const pairs = (option: string, values: object) =>
    Object.entries(values).map(([field, value]) => `--${option} ${field}=${JSON.stringify(value)}`);
  const given = [
    ...[...pairs('map', map), ...pairs('set', set)],
    ...(dates ? [`dates with the ${dates}`] : []),
    ...(encoding ? [`--encoding ${encoding}`] : []),
    ...(address ? [`--address ${address}`] : []),
    ...(lenient ? ['--lenient'] : []),
  ];
  return [
    `Import ${id}: ${file_name} (${kind}), ${state}`,
    `Started ${timeOf(found.started_at)} UTC by ${found.started_by}, last change ${timeOf(found.changed_at)} UTC`,
    ...(format ? [`Recognized as ${format}`] : []),
    ...(given.length > 0 ? [given.join(', ')] : []),
    `${read} line${read === 1 ? '' : 's'} read: ${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`,
    ...(found.failure ? [`Stopped early: ${found.failure}`] : []),
    ...(state === 'undoing' || state === 'undone' ? [`${found.removed} removed`, ...stayLines(found.kept)] : []),
  ];
}
