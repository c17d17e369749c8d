import { setTimeout as wait } from 'node:timers/promises';
import { TestHubspot } from '../support/stand-ins/hubspot.ts';
import { TestSlack } from '../support/stand-ins/slack.ts';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:hand-over`: opportunities are handed over to a HubSpot that fails, hangs and loses answers by chance, and messages go to
 * Slack, while the worker is killed with -9 again and again and once every process. Checks that HubSpot has each deal, contact, company and
 * note exactly once, and that no message appeared twice.
 */
const ACCOUNTS = 4;
const OPPORTUNITIES = 40;
const MESSAGES = 30;
const KILL_EVERY_MS = 3_000;
const KILLS = 8;
const CHANCE = 0.15;
const LIMIT_SECONDS = 400;
const OPEN = `SELECT count(*)::int AS open FROM destination_deliveries WHERE status = 'pending'`;

const [hubspot, slack] = [await TestHubspot.start(), await TestSlack.start()];
const service = await RunningService.prepare({
  ...{
    LOG_LEVEL: 'fatal',
    EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
    SLACK_WEBHOOK_HOSTS: '127.0.0.1',
    HUBSPOT_BASE_URL: hubspot.url,
  },
  ...{
    DESTINATION_TIMEOUT_MS: '500',
    DESTINATION_RETRY_SECONDS: Array(50).fill('0').join(','),
    PLAN_LIMITS_GROWTH: 'destinations=20',
  },
});
try {
  await service.start();
  const [{ id: team }] = await service.rows(`SELECT id FROM teams WHERE name = 'Demo' AND live_team_id IS NULL`);
  const key = /qualm_live_\w+/.exec(
    await service.qualm('key', 'create', '--team', team, '--name', 'drill', '--scopes', 'read,write,webhooks'),
  )?.[0];
  const opportunities = await revealed(team);
  const accounts = [];
  for (let number = 0; number < ACCOUNTS; number++)
    accounts.push(await destination(key, { kind: 'hubspot', secret: hubspot.token, news: [] }));
  const channel = await destination(key, { kind: 'slack', secret: slack.webhook('DRILL'), news: ['reports'] });
  hubspot.chance = CHANCE;
  const began = Date.now();
  for (const [number, { id }] of opportunities.entries()) {
    const json = { destination_id: accounts[number % ACCOUNTS] };
    const answers = await Promise.all([1, 2].map(() => service.post(`/opportunities/${id}/hand-over`, { key, json })));
    if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers[0].body));
  }
  await tellReports(team, channel);
  for (let kills = 0; kills < KILLS; kills++) {
    await wait(KILL_EVERY_MS);
    if (kills === KILLS / 2) {
      console.log(`killed ${await service.killAll()} processes at once`);
      await service.start();
    } else service.killProcess('worker.js');
  }
  await settled(began);
  console.log(
    'deliveries:',
    await service.rows(
      'SELECT news, status, count(*)::int, max(attempts_made) AS attempts, max(claims) AS claims FROM destination_deliveries GROUP BY 1, 2 ORDER BY 1, 2',
    ),
  );
  await judge(opportunities);
  console.log(
    `passed after ${Math.round((Date.now() - began) / 1_000)} s, ${hubspot.requests.length} requests to HubSpot`,
  );
} finally {
  await service.stop();
  await Promise.all([hubspot.close(), slack.close()]);
}

/** Opportunities with a website, whose email addresses the team has revealed. Four of them are at one company. */
async function revealed(team) {
  const rows = await service.rows('SELECT id FROM opportunities ORDER BY id LIMIT $1', [OPPORTUNITIES]);
  if (rows.length < OPPORTUNITIES) throw new Error('The demo data have too few opportunities.');
  const found = rows.map(({ id }, number) => ({ id, email: `person${number}@company${number % 10}.example` }));
  for (const { id, email } of found) {
    await service.rows(
      `INSERT INTO unlocks (id, team_id, opportunity_id, field, target, outcome, value, source)
       VALUES (gen_random_uuid(), $1, $2, 'email', 'reviewer', 'found', $3, 'directory')`,
      [team, id, email],
    );
  }
  await service.rows(`UPDATE reviews SET company_website = NULL`);
  await service.rows(`UPDATE posts SET author_company_website = NULL`);
  return found;
}

async function destination(key, settings) {
  const { body } = await service.post('/destinations', { key, json: { name: 'Drill', ...settings } });
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.id;
}

async function tellReports(team, channel) {
  await service.rows(
    `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, next_attempt_at)
     SELECT gen_random_uuid(), $1, $2, 'reports', number::text, jsonb_build_object('product_id', (SELECT id FROM products LIMIT 1), 'report_id', gen_random_uuid()), now()
     FROM generate_series(1, $3) AS number`,
    [team, channel, MESSAGES],
  );
}

/** Waits until all deliveries have ended. The pauses between attempts are left out. */
async function settled(began) {
  for (;;) {
    await service.rows(
      `UPDATE destination_deliveries SET next_attempt_at = now() WHERE status = 'pending' AND (lease_until IS NULL OR lease_until < now())`,
    );
    const [{ open }] = await service.rows(OPEN);
    if (open === 0) return;
    if (Date.now() - began > LIMIT_SECONDS * 1_000) throw new Error(`${open} deliveries still wait`);
    await wait(500);
  }
}

async function judge(opportunities) {
  const { deals, contacts, companies, notes } = hubspot.objects;
  // The search of this HubSpot never finds what is new, so each destination makes the companies of its own hand-overs.
  const places = new Set(opportunities.map(({ email }, number) => `${number % ACCOUNTS} ${email.split('@')[1]}`));
  const counts = [deals.length, contacts.length, notes.length].map(String).join(' ');
  console.log(
    `HubSpot has ${deals.length} deals, ${contacts.length} contacts, ${companies.length} companies and ${notes.length} notes`,
  );
  if (counts !== Array(3).fill(opportunities.length).join(' ')) throw new Error('A record is missing or double.');
  if (deals.some(({ id }) => hubspot.linkedWith('deals', id).length !== 3))
    throw new Error('A deal is not linked with three records.');
  if (companies.length !== places.size) throw new Error('A company is missing or double.');
  const [{ succeeded, unknown }] = await service.rows(
    `SELECT count(*) FILTER (WHERE status = 'succeeded')::int AS succeeded, count(*) FILTER (WHERE status = 'unknown')::int AS unknown
     FROM destination_deliveries WHERE news = 'reports'`,
  );
  console.log(`Slack shows ${slack.shown.length} messages: ${succeeded} succeeded, ${unknown} unknown`);
  if (slack.shown.length < succeeded || slack.shown.length > succeeded + unknown || succeeded + unknown !== MESSAGES) {
    throw new Error('A message is lost or double.');
  }
}
