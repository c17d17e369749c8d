import { type Command, InvalidArgumentError } from 'commander';
import { RECORDING_WORDS } from '#market/sources/source.words.js';
import type { SourceView } from '#market/sources/source.views.js';
import { parse, print } from '../command-line.js';
import { asksBefore, confirm } from '../confirmation.js';
import type { SourceFlags } from './source.actions.js';

const actions = () => import('./source.actions.js');

const EXAMPLES = `
The services are asked under OPERATOR_CONTACT, an email or web address that they can write to. What each connector needs and what
its terms allow: qualm source connectors

Examples:
  qualm source preview hacker-news --set phrase="alternative to Acme"
  qualm source add github --set repository=acme/boards --every 6h
  qualm source add steam --set app=438320 --product "Acme Boards" --since 90d
  qualm source add stack-exchange --set site=softwarerecs --set phrase=helpdesk --credential key.txt`;

/** Registers `source` with the commands for the sites that texts are fetched from. */
export function registerSource(program: Command): void {
  const source = program.command('source').description('sites that reviews and posts are fetched from');
  registerConnectors(source);
  registerAdding(source);
  registerList(source);
  registerSync(source);
  registerStates(source);
  registerRejects(source);
  registerErase(source);
}

function registerConnectors(source: Command): void {
  const command = source.command('connectors').description('list the kinds of sources, what they need and their terms');
  command.action(async () => {
    const connectors = await (await actions()).listConnectors();
    const lines = connectors.flatMap(({ name, title, kind, settings, terms, terms_url, credential }) => [
      `${name}  ${title}: ${kind}${credential === 'none' ? '' : `, credential ${credential}`}`,
      ...settings.map(({ name: setting, hint, example, is_required }) => {
        return `    ${setting}${is_required ? ' (required)' : ''}: ${hint} Example: ${example}`;
      }),
      `    Terms: ${terms} ${terms_url}`,
    ]);
    print(command, { connectors }, lines);
  });
}

function registerAdding(source: Command): void {
  const add = withSettings(source.command('add').description('add a source, if its first page can be read'));
  add
    .argument('<connector>', 'its kind: see qualm source connectors')
    .option('--every <duration>', 'the time between two fetches, such as 30m, 6h or 1d', seconds)
    .option('--since <time>', 'also fetch older texts, from this time or so long ago, such as 90d', since)
    .addHelpText('after', EXAMPLES)
    .action(async (connector: string, flags: SourceFlags) => {
      const result = await (await actions()).addSource(connector, flags);
      const { source_id, already_exists } = result;
      print(add, result, [`${already_exists ? 'It is a source already' : 'Added'}: ${source_id}`]);
    });
  const preview = withSettings(source.command('preview').description('read the first page of a source; store nothing'));
  preview
    .argument('<connector>', 'its kind, or the id of a source')
    .addHelpText('after', EXAMPLES)
    .action(async (idOrConnector: string, flags: SourceFlags) => {
      const result = await (await actions()).previewSource(idOrConnector, flags);
      print(preview, result, [
        ...result.lines.map((line) => JSON.stringify(line)),
        `${result.read} items on the first page, nothing stored: ${result.rejected.length} left out`,
        ...result.rejected.map(({ id, reason }) => `  ${id}: ${reason}`),
      ]);
    });
}

function registerList(source: Command): void {
  const list = source.command('list').description('list sources, those that need you first');
  list.action(async () => {
    const sources = await (await actions()).listSources();
    print(list, { sources }, sources.length === 0 ? ['There are no sources.'] : sources.flatMap(linesOf));
  });
}

function registerSync(source: Command): void {
  const sync = source.command('sync').description('fetch a source now').argument('<source>', 'its id', parse.id);
  sync
    .option('--since <time>', 'also fetch older texts, from this time or so long ago, such as 2y', since)
    .option('--wait', 'fetch in this process and print what came; without a worker, too')
    .action(async (id: string, { since: from, wait = false }: { since?: Date; wait?: boolean }) => {
      const run = await (await actions()).syncSource(id, { waits: wait, ...(from && { since: from }) });
      const lines = run
        ? [
            `${run.outcome}: ${run.read} read, ${run.inserted} inserted, ${run.updated} updated, ${run.rejected} left out, ${run.requests} requests`,
          ]
        : ['A worker fetches it.'];
      print(sync, { source_id: id, run }, [...lines, ...(run?.failure ? [run.failure] : [])]);
    });
}

function registerStates(source: Command): void {
  for (const [change, description, done] of [
    ['pause', 'stop fetching a source until it is resumed', 'Paused'],
    ['resume', 'fetch a paused or broken source again', 'Resumed'],
  ] as const) {
    const command = source.command(change).description(description).argument('<source>', 'its id', parse.id);
    command.action(async (id: string) => {
      await (await actions()).changeSource(id, change);
      print(command, { source_id: id, [change === 'pause' ? 'paused' : 'resumed']: true }, [done]);
    });
  }
  const remove = source.command('remove').description('remove a source; its texts stay unless they are erased');
  remove
    .argument('<source>', 'its id', parse.id)
    .option('--erase', 'also erase its texts that no other source has')
    .option('--yes', 'do not ask')
    .action(async (id: string, { erase = false, yes }: { erase?: boolean; yes?: boolean }) => {
      if (asksBefore(remove, 'source remove', yes))
        await confirm({
          question: `Remove the source${erase ? ' with its texts' : ''}?`,
          refused: 'Nothing was removed.',
        });
      const erased = await (await actions()).removeSource(id, erase);
      const texts = erase ? ` A worker erases ${erased} texts.` : '';
      print(remove, { source_id: id, removed: true, texts_erased: erased }, [`Removed.${texts}`]);
    });
}

function registerRejects(source: Command): void {
  const rejects = source.command('rejects').description('list the items of a source that could not be read');
  rejects.argument('<source>', 'its id', parse.id).action(async (id: string) => {
    const found = await (await actions()).listRejects(id);
    const lines = found.map(({ external_id, at, reason }) => `${external_id}  ${at.toISOString()}  ${reason}`);
    print(rejects, { rejects: found }, found.length === 0 ? ['No item was left out.'] : lines);
  });
  const replay = source.command('replay').description('read the items again that were left out, after an update');
  replay.argument('<source>', 'its id', parse.id).action(async (id: string) => {
    const result = await (await actions()).replaySource(id);
    print(replay, result, [`${result.replayed} imported, ${result.rejected} still left out`]);
  });
}

function registerErase(source: Command): void {
  const erase = source.command('erase').description('erase the text with an address; no import brings it back');
  erase
    .argument('<url>', 'the address of the text', parse.url)
    .option('--yes', 'do not ask')
    .action(async (url: string, { yes }: { yes?: boolean }) => {
      if (asksBefore(erase, 'source erase', yes))
        await confirm({ question: `Erase the text at ${url}?`, refused: 'Nothing was erased.' });
      const erased = await (await actions()).eraseText(url);
      print(erase, erased, [`${erased.deleted} deleted, ${erased.emptied} emptied because a team has paid for them`]);
    });
}

const withSettings = (command: Command): Command =>
  command
    .option('--set <setting=value>', 'a setting of the connector; can be repeated', pair, {})
    .option('--product <name>', 'the product that the texts are about')
    .option('--maker <name>', 'the company that sells it')
    .option('--credential <file>', 'the file with the secret of the service, or - for standard input');

function linesOf(view: SourceView): string[] {
  const { id, connector, label, state, next_sync_at, last_new_at, failure, what_to_do, texts, rejects, has_gap_since } =
    view;
  const times = [
    ...(next_sync_at ? [`next ${next_sync_at.toISOString()}`] : []),
    ...(last_new_at ? [`last new ${last_new_at.toISOString()}`] : []),
  ];
  return [
    `${id}  ${view.is_recording ? 'recording' : state}  ${connector}  ${label}  ${[`${texts} texts`, `${rejects} left out`, ...times].join(', ')}`,
    ...(view.is_recording ? [`    ${RECORDING_WORDS} To have it fetched: qualm source resume ${id}`] : []),
    ...(failure ? [`    ${failure}. ${what_to_do ?? ''}`] : []),
    ...(has_gap_since ? [`    Texts after ${has_gap_since.toISOString()} may be missing`] : []),
  ];
}

function pair(value: string, earlier: Record<string, string>): Record<string, string> {
  const [, setting, rest] = /^([\w-]+)=(.+)$/s.exec(value) ?? [];
  if (setting === undefined || rest === undefined) throw new InvalidArgumentError('It must be SETTING=VALUE.');
  return { ...earlier, [setting]: rest };
}

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, y: 31_536_000 };
const MS_PER_SECOND = 1_000;
const MIN_SECONDS = 60;
const MAX_SECONDS = 2_592_000;

function durationOf(value: string): number | null {
  const [, number, unit] = /^(\d{1,4})([mhdy])$/.exec(value) ?? [];
  return number === undefined || unit === undefined ? null : Number(number) * (UNITS[unit] ?? 0);
}

function seconds(value: string): number {
  const duration = durationOf(value);
  if (duration === null || duration < MIN_SECONDS || duration > MAX_SECONDS)
    throw new InvalidArgumentError('It must be a time from 1m to 30d, such as 6h.');
  return duration;
}

function since(value: string): Date {
  const duration = durationOf(value);
  return duration === null ? parse.time(value) : new Date(Date.now() - duration * MS_PER_SECOND);
}
