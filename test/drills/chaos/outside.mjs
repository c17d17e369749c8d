import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { TestStripe } from '../../support/stand-ins/stripe.ts';
import { startTcpProxy } from '../../support/stand-ins/tcp-proxy.ts';
import { startSourceServer } from '../source-server.mjs';

/** The third parties of the service, each behind a proxy. */
export async function startOutside(worlds) {
  const people = await listen(answerForPeople);
  const stripe = await TestStripe.start();
  const sources = await startSourceServer(worlds, () => wait(20));
  const proxies = {
    people: await startTcpProxy(people.url),
    stripe: await startTcpProxy(stripe.url),
    sources: await startTcpProxy(sources.url),
  };
  const closing = [people, stripe, sources];
  return {
    stripe,
    proxies,
    variables: {
      ...stripe.env,
      ...sources.variables,
      STRIPE_API_BASE: proxies.stripe.url,
      SOURCE_BASE_URLS: sources.variables.SOURCE_BASE_URLS.replaceAll(sources.url, withoutSlash(proxies.sources.url)),
      HUNTER_API_KEY: 'drill',
      HUNTER_BASE_URL: `${withoutSlash(proxies.people.url)}/v2`,
      PITCH_ENGINE: 'llm',
      LLM_BASE_URL: `${withoutSlash(proxies.people.url)}/v1`,
      LLM_MODEL: 'drill',
      LLM_TIMEOUT_MS: '4000',
    },
    /** A receiver of webhooks behind a proxy of its own, which notes each event that comes with a right signature. */
    async addReceiver() {
      const receiver = { received: new Set(), faults: [], verifier: null };
      const server = await listen(async (request, response) => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += chunk;
        try {
          receiver.received.add(receiver.verifier.verify(body, request.headers).id);
          response.writeHead(204).end();
        } catch (error) {
          // A worker whose clock is wrong sends an old time, is refused, and sends the event again.
          if (!error.message.includes('timestamp')) receiver.faults.push(error.message);
          response.writeHead(400).end();
        }
      });
      closing.push(server);
      const name = `receiver${closing.length}`;
      proxies[name] = await startTcpProxy(server.url);
      return {
        ...receiver,
        url: proxies[name].url,
        trust: (secret) => void (receiver.verifier = new Webhook(secret)),
      };
    },
    async close() {
      for (const proxy of Object.values(proxies)) await proxy.close();
      for (const each of closing) await each.close();
    },
  };
}

const withoutSlash = (url) => url.replace(/\/$/, '');

/** Answers as Hunter and as a language model. Hunter finds most people, does not know some and fails for some. */
async function answerForPeople(request, response) {
  const url = new URL(request.url, 'http://outside');
  request.resume();
  await wait(5 + Math.random() * 50);
  response.setHeader('content-type', 'application/json');
  if (url.pathname.endsWith('/chat/completions')) {
    const content = `## Email\n\nAbout your exports, draft ${Math.random()}`;
    response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content } }] }));
    return;
  }
  const who = Number(url.searchParams.get('last_name')?.replace('Number', ''));
  if (who % 10 === 9) response.writeHead(500);
  const email = who % 5 === 4 ? null : `jane${who}@company${who}.example.com`;
  response.end(JSON.stringify({ data: { email, phone_number: email && `+1 555 01${who}`, linkedin_url: null } }));
}

async function listen(answer) {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
