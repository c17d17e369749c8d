import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answerOfWorld } from '../support/source-world.ts';

/** The places of the sources of a drill: their settings, and in which requests they are asked. */
const KINDS = {
  steam: {
    host: 'https://store.steampowered.com',
    settings: (n) => ({ app: String(1_000 + n), product: `World ${n}` }),
    asks: (n, url) => url.pathname === `/appreviews/${1_000 + n}`,
    nameOf: (id) => String(id),
  },
  github: {
    host: 'https://api.github.com',
    settings: (n) => ({ repository: `acme/world-${n}` }),
    asks: (n, url) => url.pathname.startsWith(`/repos/acme/world-${n}/`),
    nameOf: (id) => `github:issue:${id}`,
  },
  'hacker-news': {
    host: 'https://hn.algolia.com',
    settings: (n) => ({ phrase: `world ${n} works` }),
    asks: (n, url) => url.searchParams.get('query') === `"world ${n} works"`,
    nameOf: (id) => `hn:${id}`,
  },
  'stack-exchange': {
    host: 'https://api.stackexchange.com',
    settings: (n) => ({ site: 'stackoverflow', tags: `world-${n}` }),
    asks: (n, url) => url.searchParams.get('tagged') === `world-${n}`,
    nameOf: (id) => `stackexchange:stackoverflow.com:${id}`,
  },
  'mozilla-addons': {
    host: 'https://addons.mozilla.org',
    settings: (n) => ({ addon: `world-${n}` }),
    asks: (n, url) => url.searchParams.get('addon') === `world-${n}`,
    nameOf: (id) => String(id),
  },
};

/** A place with texts of the last 25 days, oldest first. */
export function worldOf(number, connector, count) {
  const [now, day] = [Date.now(), 86_400_000];
  const items = Array.from({ length: count }, (_, n) => {
    // Some texts share a second.
    const at = now - 25 * day + Math.floor(n / 3) * Math.floor((72 * day) / count);
    const id = number * 100_000 + n;
    return { id, at, changedAt: at, text: `world ${number} works, says reader ${n}` };
  });
  const kind = KINDS[connector];
  return {
    ...{ number, connector, items },
    settings: kind.settings(number),
    asks: (url) => kind.asks(number, url),
    names: items.map(({ id }) => kind.nameOf(id)),
  };
}

/**
 * Answers for the worlds, and logs each request with its time. `before` runs before an answer is written, and its `status` and
 * `headers` replace the answer.
 */
export async function startSourceServer(worlds, before) {
  const log = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request, response) {
    const at = Date.now();
    const url = new URL(request.url, 'http://world.example');
    const world = worlds.find(({ asks }) => asks(url));
    const entry = { at, address: url.href, world };
    if (url.pathname !== '/robots.txt') log.push(entry);
    const told = await before(entry);
    const { status, body } = told ?? answerOfWorld(request.url, world?.items ?? []);
    response.writeHead(status, { 'content-type': 'application/json', ...told?.headers });
    response.end(JSON.stringify(body ?? {}));
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  return {
    log,
    url: address,
    variables: {
      OPERATOR_CONTACT: 'drill@example.com',
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      SOURCE_BASE_URLS: Object.values(KINDS)
        .map(({ host }) => `${host}=${address}`)
        .join(','),
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Repeats a step while the service cannot answer. @throws after two minutes */
export async function withoutLockTimeout(step) {
  for (const until = Date.now() + 120_000; ; await wait(250)) {
    try {
      return await step();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
