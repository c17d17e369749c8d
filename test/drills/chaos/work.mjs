import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { addProduct, reviewsFrom } from '../running-service.mjs';
import { buyerOf } from '../buyers.mjs';

const CLIENTS = 24;
const TEAMS = 3;
const CREDITS = 20_000;
const OPPORTUNITIES = 1_200;
const PRODUCTS = 40;
const BUYERS = 45;
const IMPORTED = 400;
const ANSWER_MS = 30_000;
/** A client gives up after this time: nothing may be out of order for longer. */
const PATIENCE_MS = 120_000;
/** A purchase that fails more often has failed. */
const MAX_FAILURES = 4;
const STATUSES = ['contacted', 'qualified', 'lost', 'dismissed', 'new'];
const FIELDS = ['email', 'phone'];
/** Out of a thousand operations. */
const SHARES = { unlock: 380, pitch: 120, report: 6, triage: 260, read: 170, billing: 60, import: 4 };

/** What clients, an operator and Stripe do while faults happen, and what they were told. */
export class Work {
  static async prepare(installation, outside, random) {
    const work = new Work();
    Object.assign(work, {
      installation,
      outside,
      random,
      told: [],
      statuses: new Map(),
      imports: [],
      tally: {},
      done: 0,
    });
    work.teams = [];
    for (let number = 0; number < TEAMS; number++) work.teams.push(await work.newTeam(`Team ${number}`));
    work.opportunities = await addOpportunities(installation);
    const reviews = await reviewsFrom(undefined, 120);
    work.products = [];
    for (let number = 0; number < PRODUCTS; number++)
      work.products.push(await addProduct(installation, `Drill ${number}`, reviews));
    work.buyers = [];
    for (let number = 0; number < BUYERS; number++)
      work.buyers.push(await buyerOf(installation, outside.stripe, number));
    work.billingEvents = work.buyers.flatMap(({ events }) => [...events, ...events]).sort(() => random() - 0.5);
    return work;
  }

  /** Runs so many operations, by clients that each do one after the other. `onDone` gets the number of those that have ended. */
  async run(count, onDone) {
    const plan = Array.from({ length: count }, (_, number) => this.planned(number));
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let number = client; number < count; number += CLIENTS) {
          const kind = plan[number].kind;
          await this[kind](plan[number]);
          this.tally[kind] = (this.tally[kind] ?? 0) + 1;
          onDone(++this.done);
        }
      }),
    );
    while (this.billingEvents.length > 0) await this.billing();
  }

  /** The kind and the objects of an operation, which depend on the seed alone. */
  planned(number) {
    let place = this.random() * 1_000;
    const [kind] = Object.entries(SHARES).find(([, share]) => (place -= share) < 0);
    const client = number % CLIENTS;
    const oneOf = (items) => items[Math.floor(this.random() * items.length)];
    const own = client + CLIENTS * Math.floor(this.random() * (OPPORTUNITIES / CLIENTS));
    return {
      ...{ kind, number, client, team: this.teams[client % TEAMS], own: this.opportunities[own] },
      ...{
        opportunity: oneOf(this.opportunities),
        field: oneOf(FIELDS),
        status: oneOf(STATUSES),
        product: oneOf(this.products),
      },
    };
  }

  unlock({ number, team, opportunity, field }) {
    return this.spend(team, number, `/opportunities/${opportunity}/unlock-contact`, { field });
  }

  pitch({ number, team, opportunity }) {
    const json = { channels: ['email'], features: `Feature ${number}` };
    return this.spend(team, number, `/opportunities/${opportunity}/generate-pitch`, json);
  }

  report({ number, team, product }) {
    return this.spend(team, number, `/products/${product}/generate-report`);
  }

  async spend(team, number, path, json) {
    const request = { method: 'POST', path, json, key: team.spendingKey, idempotencyKey: `chaos-${number}` };
    const answer = await this.ask(request);
    this.told.push({ request, answer });
  }

  /** Only this client changes the status of its own opportunities for its team. */
  async triage({ team, own, status }) {
    const answer = await this.ask({ method: 'PATCH', path: `/opportunities/${own}`, json: { status }, key: team.key });
    if (answer.status !== 200) throw new Error(`A status was refused: ${JSON.stringify(answer.body)}`);
    this.statuses.set(own, { team, status });
  }

  async read({ team, own }) {
    const { status, body } = await this.ask({ method: 'GET', path: `/opportunities/${own}`, key: team.key });
    const expected = this.statuses.get(own)?.status ?? 'new';
    if (status !== 200 || body.data.status !== expected)
      throw new Error(`A client read ${status} ${body.data?.status} after it was told ${expected}.`);
  }

  /** Stripe sends an event again until it gets a 200. */
  async billing() {
    const event = this.billingEvents.pop();
    if (!event) return;
    const body = JSON.stringify(event);
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(200)) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': this.outside.stripe.sign(body) };
      const options = { method: 'POST', body, headers, signal: AbortSignal.timeout(ANSWER_MS) };
      const { status } = await this.fetch('/billing/stripe/webhook', options);
      if (status === 200) return;
    }
    throw new Error('No API process took an event of Stripe.');
  }

  /** The operator imports a file, again until the command succeeds, and undoes every second one. One import runs at a time. */
  import({ number }) {
    this.importing = (this.importing ?? Promise.resolve()).then(async () => {
      const file = join(this.installation.ownDir, `chaos-${number}.jsonl`);
      const ids = Array.from({ length: IMPORTED }, (_, at) => `chaos-${number}-${at}`);
      writeFileSync(file, ids.map((id) => JSON.stringify(reviewOf(id, number))).join('\n'));
      await this.insistently(() => this.installation.qualm('import', 'reviews', file));
      const isUndone = this.imports.length % 2 === 1;
      if (isUndone) await this.insistently(() => this.undo(basename(file)));
      this.imports.push({ ids, isUndone });
    });
    return this.importing;
  }

  async undo(name) {
    const sql = `SELECT id FROM imports WHERE file_name = $1 AND state <> 'undone' ORDER BY id DESC`;
    for (const { id } of await this.installation.rows(sql, [name]))
      await this.installation.qualm('import', 'undo', String(id), '--yes');
  }

  async insistently(step) {
    for (const until = Date.now() + PATIENCE_MS; ; await wait(500)) {
      try {
        return await step();
      } catch (error) {
        this.count('command failed');
        if (Date.now() > until) throw error;
      }
    }
  }

  /**
   * Sends a request with the same key until its outcome is known. A 500 asks for a repetition; when a purchase gets it again and again, its
   * third party fails, and the purchase is refunded.
   */
  async ask({ method, path, json, key, idempotencyKey }) {
    let patience = idempotencyKey ? MAX_FAILURES : Infinity;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(json && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    let last;
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(100 + Math.random() * 400)) {
      const options = { method, headers, body: json && JSON.stringify(json), signal: AbortSignal.timeout(ANSWER_MS) };
      last = await this.fetch(path, options);
      if (!isLater(last) && (last.status !== 500 || --patience < 0)) return last;
    }
    throw new Error(`No outcome of ${method} ${path} after two minutes: ${JSON.stringify(last)}`);
  }

  async fetch(path, options) {
    try {
      const response = await fetch(this.installation.baseUrl(Math.floor(Math.random() * 2)) + path, options);
      const body = await response.json();
      this.count(`${response.status} ${body.error?.code ?? ''}`);
      return { status: response.status, body };
    } catch {
      this.count('no answer');
      return { status: 0, body: {} };
    }
  }

  count(what) {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }

  async newTeam(name) {
    const { installation } = this;
    const make = async (...words) => JSON.parse(await installation.qualm('--json', ...words));
    const plan = ['--plan', 'scale', '--credits', String(CREDITS)];
    const { team_id: id } = await make('team', 'create', '--name', name, ...plan);
    const spending = await make('key', 'create', '--team', id, '--name', 'spends', '--spend-cap', String(CREDITS));
    const { key } = await make('key', 'create', '--team', id, '--name', 'reads', '--scopes', 'read,write,webhooks');
    const receiver = await this.outside.addReceiver();
    const json = { url: receiver.url, event_types: ['opportunity.status_changed'] };
    const { body } = await this.ask({ method: 'POST', path: '/webhook-endpoints', json, key });
    receiver.trust(body.data.secret);
    return { id, key, spendingKey: spending.key, receiver };
  }
}

/** True for an answer that leaves the outcome open. */
function isLater({ status, body }) {
  if (status === 0 || status === 429 || status === 503) return true;
  return body.error?.details?.reason === 'idempotency_key_in_use';
}

function reviewOf(id, number) {
  return {
    ...{ external_id: id, platform: 'G2', product_name: `Imported ${number}`, rating: 2 },
    text: `The export fails every week, says customer ${id}.`,
    published_at: '2026-10-01T00:00:00Z',
  };
}

async function addOpportunities(installation) {
  const ids = [];
  const product = await addProduct(installation, 'Reviewed', []);
  const rows = Array.from({ length: OPPORTUNITIES }, (_, number) => {
    const [id, review] = [uuidv7(), uuidv7()];
    ids.push(id);
    return { id, review, name: `Jane Number${number}`, site: `https://company${number}.example.com` };
  });
  const made = 'jsonb_to_recordset($2::jsonb) AS made(id uuid, review uuid, name text, site text)';
  await installation.rows(
    `INSERT INTO reviews (id, product_id, platform, external_id, text, rating, published_at, reviewer_name, company_website)
     SELECT review, $1, 'drill', review::text, 'Exports fail every week.', 2, now(), name, site FROM ${made}`,
    [product, JSON.stringify(rows)],
  );
  await installation.rows(
    `INSERT INTO opportunities (id, source, review_id, product_id, frustration_tier, sentiment, has_buying_signal, pain_points,
                                rating, search_text, engine)
     SELECT id, 'review', review, $1, 'high', 'negative', false, $3, 2, '', 'drill' FROM ${made}`,
    [
      product,
      JSON.stringify(rows),
      { summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' },
    ],
  );
  return ids;
}
