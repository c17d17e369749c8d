import { setTimeout as wait } from 'node:timers/promises';
import { demandBought } from '../buyers.mjs';
import { demandFairPurchases, isSameGood } from '../fair-purchases.mjs';

const LIMIT_MS = 120_000;
/** What may still be under way, each as a number that must become 0. */
const OPEN = {
  purchases: `SELECT count(*) FROM purchases WHERE state = 'open'`,
  runs: `SELECT count(*) FROM runs WHERE state IN ('queued', 'running')`,
  billing: `SELECT count(*) FROM billing_events WHERE state IN ('queued', 'running')`,
  events: 'SELECT count(*) FROM events WHERE relayed_at IS NULL',
  deliveries: 'SELECT count(*) FROM event_deliveries',
  webhooks: `SELECT count(*) FROM webhook_deliveries WHERE status = 'pending'`,
  detection: `SELECT count(*) FROM detection_batches WHERE state IN ('queued', 'running')`,
  sources: `SELECT count(*) FROM sources WHERE state = 'active' AND (walk IS NOT NULL OR last_synced_at IS NULL)`,
  imports: `SELECT count(*) FROM imports WHERE state = 'undoing'`,
};

/** Waits until nothing is under way. @throws after two minutes, with what still is. @returns the seconds */
export async function settled(installation) {
  const sql = `SELECT ${Object.entries(OPEN).map(([name, count]) => `(${count})::int AS ${name}`)}`;
  for (const began = Date.now(); ; await wait(500)) {
    const [open] = await installation.rows(sql);
    const left = Object.entries(open).filter(([, count]) => count > 0);
    if (left.length === 0) return Math.round((Date.now() - began) / 1_000);
    if (Date.now() - began > LIMIT_MS) throw new Error(`Still open: ${JSON.stringify(Object.fromEntries(left))}`);
  }
}

/** Compares what is stored with what clients, receivers and Stripe were told. @returns what is wrong */
export async function faultsOf(installation, work, worlds) {
  const faults = [];
  const check = async (step) => {
    try {
      await step();
    } catch (error) {
      faults.push(error.message);
    }
  };
  await check(async () => console.log('credits verify:', await installation.qualm('credits', 'verify')));
  await check(() => demandFairPurchases(installation));
  await check(() => demandSameAnswers(work));
  await check(() => demandStatuses(installation, work));
  for (const buyer of work.buyers) await check(() => demandBought(installation, buyer));
  for (const team of work.teams) await check(() => demandEvents(installation, team));
  for (const one of work.imports) await check(() => demandImported(installation, one));
  for (const world of worlds) await check(() => demandTexts(installation, world));
  return faults;
}

/** A repetition of what was sold has the same answer. */
async function demandSameAnswers(work) {
  const told = work.told.filter(({ answer }) => answer.status === 200);
  let broken = [];
  for (let at = 0; at < told.length; at += 20) {
    const part = told.slice(at, at + 20);
    const again = await Promise.all(part.map(({ request }) => work.ask(request)));
    broken = [...broken, ...part.filter(({ answer }, place) => !isSameGood(answer, again[place]))];
  }
  if (broken.length > 0) throw new Error(`${broken.length} answers are no longer valid: ${JSON.stringify(broken[0])}`);
}

async function demandStatuses(installation, { statuses }) {
  const rows = await installation.rows('SELECT opportunity_id, team_id, status FROM opportunity_triage');
  const stored = new Map(rows.map(({ opportunity_id: id, team_id: team, status }) => [`${id} ${team}`, status]));
  const wrong = [...statuses].filter(([id, { team, status }]) => stored.get(`${id} ${team.id}`) !== status);
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${statuses.size} statuses are not what a client was told.`);
}

/** Each event once or more, with a right signature, and none of another team. */
async function demandEvents(installation, { id, receiver }) {
  const rows = await installation.rows(
    `SELECT id FROM team_events WHERE team_id = $1 AND type = 'opportunity.status_changed'`,
    [id],
  );
  const made = new Set(rows.map((row) => row.id));
  const lost = [...made].filter((each) => !receiver.received.has(each)).length;
  const foreign = [...receiver.received].filter((each) => !made.has(each)).length;
  console.log(
    `events of a team: ${made.size}, ${lost} lost, ${foreign} of others, ${receiver.faults.length} with faults`,
  );
  if (lost + foreign + receiver.faults.length > 0)
    throw new Error(`Events: ${lost} lost, ${foreign} foreign, ${receiver.faults}`);
}

async function demandImported(installation, { ids, isUndone }) {
  const [{ rows, texts }] = await installation.rows(
    'SELECT count(*)::int AS rows, count(DISTINCT external_id)::int AS texts FROM reviews WHERE external_id = ANY($1)',
    [ids],
  );
  const expected = isUndone ? 0 : ids.length;
  if (rows !== expected || texts !== expected)
    throw new Error(`An import has ${rows} rows of ${texts} texts, not ${expected}.`);
}

async function demandTexts(installation, { connector, number, names }) {
  const table = ['steam', 'mozilla-addons'].includes(connector) ? 'reviews' : 'posts';
  const [{ rows, texts }] = await installation.rows(
    `SELECT count(*)::int AS rows, count(DISTINCT external_id)::int AS texts FROM ${table} WHERE external_id = ANY($1)`,
    [names],
  );
  if (rows !== names.length || texts !== names.length)
    throw new Error(`World ${number} has ${rows} rows of ${texts} texts, not ${names.length}.`);
}
