import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { transpile } from './transpile.mjs';

/**
 * `npm run sandbox`: writes the reports and opportunities in `sandbox.jsonl` again, as the service finds them now in the products, reviews and
 * posts of the file. They keep their ids and times. Shadow teams lose their work when a release changes the file.
 */
const FILE = join(root, 'src/accounts/shadow-teams/sandbox.jsonl');
/** The number in the id of the first theme. */
const FIRST_THEME = 5001;
const DEADLINE_MS = 60_000;
/** Columns of opportunities that the database fills. */
const BY_DATABASE = ['dated_at', 'frustration_rank', 'score', 'updated_at'];

/** The tables of the file, in its order, with their rows. */
const tables = new Map();
for (const [table, row] of readFileSync(FILE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line)))
  tables.set(table, [...(tables.get(table) ?? []), row]);

/** Writes the reports and opportunities of the file in an empty database. */
async function findAgain(context) {
  const get = async (path, name) => context.get((await import(`../dist/${path}.js`))[name], { strict: false });
  const database = await get('platform/database/database', 'Database');
  const writer = await get('market/reports/report.writer', 'ReportWriter');
  const action = await get('market/reports/generate-report.action', 'GenerateReport');
  const detection = await get('workspace/opportunities/detection/detection.service', 'DetectionService');
  const insert = (table, rows) => {
    const columns = Object.keys(Object.assign({}, ...rows)).join(', ');
    return database.execute(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  };
  const read = async (table, rest) =>
    (await database.query(`SELECT to_jsonb(${table}) AS row FROM ${table} ${rest}`)).map(({ row }) => row);

  const [products, reviews, posts] = ['products', 'reviews', 'posts'].map((table) => tables.get(table));
  await insert(
    'products',
    products.map(({ id, name, categories }) => ({ id, name, categories })),
  );
  await insert('posts', posts);
  let unread = reviews;
  const [reports, mentions] = [[], []];
  for (const { id, product_id: productId, generated_at } of tables.get('reports')) {
    const isPublished = ({ published_at }) => new Date(published_at) < new Date(generated_at);
    const published = unread.filter(isPublished);
    if (published.length > 0) await insert('reviews', published);
    unread = unread.filter((review) => !isPublished(review));
    const attempt = { deadlineAt: new Date(Date.now() + DEADLINE_MS), report: () => Promise.resolve() };
    const result = await writer.write(productId, attempt);
    await database.transaction(() => action.complete(result, { id, input: { productId } }));
    const [report] = await read('reports', `WHERE id = '${id}'`);
    reports.push({ ...report, generated_at });
    mentions.push(...(await read('theme_mentions', `WHERE report_id = '${id}' ORDER BY theme_id, position`)));
    const product = products.find((each) => each.report_id === id);
    if (product) product.pain_headline = result.headline;
  }
  for (const [kind, texts] of Object.entries({ reviews, posts }))
    await database.transaction(() =>
      detection.request(
        kind,
        texts.map(({ id }) => id),
      ),
    );
  while (await detection.detectDue());
  const found = new Map((await read('opportunities', '')).map((row) => [row.review_id ?? row.post_id, row]));
  const opportunities = tables.get('opportunities').map(({ id, review_id, post_id, created_at }) => {
    const row = found.get(review_id ?? post_id);
    if (!row) throw new Error(`The opportunity ${id} is no longer found`);
    for (const column of BY_DATABASE) delete row[column];
    return { ...row, id, created_at };
  });
  tables.set('reports', reports).set('theme_mentions', mentions).set('opportunities', opportunities);
}

/** Numbers the themes, which have new ids, in the order of the reports. */
function withThemeIds(text) {
  const themes = [...new Set(tables.get('reports').flatMap((report) => report.themes.map(({ theme_id: id }) => id)))];
  const idOf = (place) => SANDBOX_IDS + String(FIRST_THEME + place).padStart(12, '0');
  return themes.reduce((each, id, place) => each.replaceAll(id, idOf(place)), text);
}

ensureInstalled();
const { failures } = await transpile();
if (failures.length > 0) throw new Error(failures.join('\n'));
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'qualm-sandbox-'));
await import('reflect-metadata');
const { SANDBOX_IDS } = await import('../dist/platform/caller/test-mode.js');
const { inContext } = await import('../dist/surfaces/cli/command.context.js');
const { PlatformModule } = await import('../dist/platform/platform.module.js');
const { ReportsModule } = await import('../dist/market/reports/reports.module.js');
const { OpportunitiesWorkerModule } = await import('../dist/workspace/opportunities/opportunities.worker.module.js');
const modules = (env) => [PlatformModule.forRoot(env), ReportsModule, OpportunitiesWorkerModule];
await inContext(modules, findAgain).finally(() => rmSync(process.env.DATA_DIR, { recursive: true, force: true }));
const lines = [...tables].flatMap(([table, rows]) => rows.map((row) => JSON.stringify([table, row])));
writeFileSync(FILE, withThemeIds(`${lines.join('\n')}\n`));
