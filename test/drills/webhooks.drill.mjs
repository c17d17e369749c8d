import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:webhooks [-- --events 10000]`: sends the events of two teams to receivers that fail, hang, reset and answer
 * 410 or 429 by chance, and kills the worker with -9 every few seconds in the first minutes. Checks that each receiver got every event of its
 * own team with a right signature, that GET /events has no gap, and that an endpoint that hangs delays no other.
 */
const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } });
const EVENTS = Number(values.events);
const EVENT_TYPE = 'opportunity.status_changed';
const KILL_EVERY_MS = 12_000;
/** Each kill leaves deliveries leased for a minute, so a worker that is killed forever would deliver little. */
const MAX_KILLS = 12;
const MAX_DELAY_MS = 5_000;
const LIMIT_MS = 30 * 60_000;

const service = await RunningService.prepare({
  EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: ['0', ...Array(30).fill('1')].join(','),
  WEBHOOK_TIMEOUT_MS: '2000',
  WEBHOOK_DISABLE_AFTER_HOURS: '100',
  PLAN_GROWTH: '500,50,100000',
  PLAN_SCALE: '500,50,100000',
});
const receivers = [];
try {
  await service.start();
  const began = new Date().toISOString();
  const teams = [await newTeam('One'), await newTeam('Two')];
  for (const team of teams) {
    team.steady = await addReceiver(team, succeed);
    team.fickle = await addReceiver(team, byChance);
    team.hanging = await addReceiver(team, () => undefined);
  }
  await demandNoDelay(teams);
  const work = { isOver: false };
  const killing = killWorkers(work);
  const mending = mend(teams, began, work);
  const counts = await Promise.all(
    teams.map((team, index) => makeEvents(team, index === 0 ? EVENTS * 0.8 : EVENTS * 0.2)),
  );
  console.log(`made ${counts.join(' and ')} events`);
  await delivered(teams);
  work.isOver = true;
  console.log(`killed the worker ${await killing} times, enabled endpoints again ${await mending} times`);
  for (const team of teams) await judge(team);
  console.log('passed');
} finally {
  await service.stop();
  for (const { server } of receivers) server.closeAllConnections();
  for (const { server } of receivers) server.close();
}

async function newTeam(name) {
  const { team_id: id } = JSON.parse(
    await service.qualm('--json', 'team', 'create', '--name', name, '--plan', 'scale'),
  );
  const scopes = ['--scopes', 'read,write,webhooks'];
  const { key } = JSON.parse(await service.qualm('--json', 'key', 'create', '--team', id, '--name', name, ...scopes));
  return { id, key };
}

/** A request with the team's key. @returns the data of the answer. @throws if it is refused */
async function call({ key }, method, path, json) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(service.baseUrl + path, { method, headers, body: json && JSON.stringify(json) });
  const body = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

/** A receiver with a separate endpoint. It records every event, regardless of its answer. */
async function addReceiver(team, answer) {
  const receiver = { received: new Map(), faults: [] };
  receiver.server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    try {
      const event = receiver.verifier.verify(body, request.headers);
      const isFirst = !receiver.received.has(event.id);
      if (isFirst) receiver.received.set(event.id, Date.now() - Date.parse(event.timestamp));
      answer(request, response);
    } catch (error) {
      receiver.faults.push(error.message);
      response.writeHead(400).end();
    }
  }).listen(0, '127.0.0.1');
  await once(receiver.server, 'listening');
  const url = `http://127.0.0.1:${receiver.server.address().port}/`;
  const { data } = await call(team, 'POST', '/webhook-endpoints', { url, event_types: [EVENT_TYPE] });
  receiver.id = data.id;
  receiver.verifier = new Webhook(data.secret);
  receivers.push(receiver);
  return receiver;
}

function succeed(_request, response) {
  response.writeHead(204).end();
}

/** Half of the requests succeed. One in five hundred answers 410, which disables the endpoint. */
function byChance(request, response) {
  const chance = Math.random();
  if (chance < 0.5) succeed(request, response);
  else if (chance < 0.7) response.writeHead(500).end('broken');
  else if (chance < 0.8) request.socket.destroy();
  else if (chance < 0.9) response.writeHead(429, { 'retry-after': '1' }).end();
  else if (chance < 0.998) setTimeout(() => request.socket.destroy(), 3_000).unref();
  else response.writeHead(410).end();
}

/** Changes the status of all opportunities repeatedly, until there are `count` events. @returns their number */
async function makeEvents(team, count) {
  const { data } = await call(team, 'GET', '/opportunities?page_size=100');
  const ids = data.map(({ id }) => id);
  let made = 0;
  for (let round = 0; made < count; round++, made += ids.length) {
    await call(team, 'POST', '/opportunities/bulk-update', {
      ids,
      status: round % 2 === 0 ? 'contacted' : 'dismissed',
    });
  }
  return made;
}

/** While one endpoint hangs, and before any kill, the others get their events in time. */
async function demandNoDelay(teams) {
  await Promise.all(teams.map((team) => makeEvents(team, 50)));
  await wait(2 * MAX_DELAY_MS);
  const delays = teams.flatMap(({ steady }) => [...steady.received.values()]);
  console.log(`with a hanging endpoint: ${delays.length} events, the slowest after ${Math.max(...delays)} ms`);
  if (delays.length < 100 || Math.max(...delays) > MAX_DELAY_MS) throw new Error('A hanging endpoint delays others.');
}

async function killWorkers(work) {
  for (let kills = 0; kills < MAX_KILLS; kills++) {
    await wait(KILL_EVERY_MS);
    if (work.isOver) return kills;
    service.killProcess('worker.js');
  }
  return MAX_KILLS;
}

/** Enables endpoints that answered 410 again, and replays what they missed. */
async function mend(teams, since, work) {
  for (let mended = 0; ; await wait(500)) {
    if (work.isOver) return mended;
    for (const team of teams) {
      const { data } = await call(team, 'GET', `/webhook-endpoints/${team.fickle.id}`);
      if (data.status === 'enabled') continue;
      await call(team, 'PATCH', `/webhook-endpoints/${team.fickle.id}`, { status: 'enabled' });
      await call(team, 'POST', `/webhook-endpoints/${team.fickle.id}/replay`, { since });
      mended++;
    }
  }
}

/** Waits until both receivers of each team have all events, or the time is over. */
async function delivered(teams) {
  const until = Date.now() + LIMIT_MS;
  for (const team of teams) {
    const [{ count }] = await service.rows(
      `SELECT count(*)::int AS count FROM team_events WHERE team_id = $1 AND type = '${EVENT_TYPE}'`,
      [team.id],
    );
    const isDone = () => [team.steady, team.fickle].every(({ received }) => received.size >= count);
    while (!isDone() && Date.now() < until) await wait(500);
  }
}

/** Compares what the receivers got with the events that the team can read. */
async function judge(team) {
  const events = [];
  for (let cursor = 'start', more = true; more;) {
    const { data, meta } = await call(team, 'GET', `/events?page_size=100&cursor=${encodeURIComponent(cursor)}`);
    events.push(...data);
    ({ next_cursor: cursor, has_more: more } = meta.pagination);
  }
  const gaps = events.filter(({ sequence }, index) => sequence !== events[0].sequence + index);
  const changes = new Set(events.filter(({ type }) => type === EVENT_TYPE).map(({ id }) => id));
  for (const [name, { received, faults }] of Object.entries({ steady: team.steady, fickle: team.fickle })) {
    const lost = [...changes].filter((id) => !received.has(id));
    const foreign = [...received.keys()].filter((id) => !changes.has(id));
    console.log(
      `${name}: ${received.size} events, ${lost.length} lost, ${foreign.length} of others, ${faults.length} faults`,
    );
    if (lost.length + foreign.length + faults.length > 0) throw new Error('Not every event arrived once at least.');
  }
  console.log(`GET /events: ${events.length} events, ${gaps.length} gaps`);
  if (gaps.length > 0) throw new Error('The sequence has a gap.');
}
