import { createConnection } from 'node:net';
import { clearInterval, setInterval } from 'node:timers';

/**
 * The load generator. Each of `connections` sockets sends the next request of the list, which begins at place `from`, after
 * its last response. With `rate`, so many requests a second are due at fixed times, and each waits for a free socket: its
 * latency begins when it is due. The process reads as little of a response as possible, because it shares the machine
 * with the measured processes.
 */
process.on('message', async (order) => process.send(await run(order)));

async function run({ port, requests, from, connections, seconds, rate }) {
  const until = performance.now() + seconds * 1_000;
  const tally = { answers: 0, failures: 0, latencies: [] };
  const startedAt = performance.now();
  let next = from;
  const due = (at) => ({ request: requests[next++ % requests.length], at });
  const take = rate ? atRate(rate, until, due) : afterTheLast(until, due);
  await Promise.all(Array.from({ length: connections }, () => converse(port, take, tally)));
  const elapsed = (performance.now() - startedAt) / 1_000;
  const sorted = tally.latencies.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)];
  return {
    perSecond: tally.answers / elapsed,
    answers: tally.answers,
    failures: tally.failures,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
  };
}

/** Gives a free socket the next request, and null after the end. */
function afterTheLast(until, due) {
  return (give) => give(performance.now() < until ? due(performance.now()) : null);
}

/** The same, where requests are due at fixed times. */
function atRate(rate, until, due) {
  const [waiting, backlog] = [[], []];
  let dueAt = performance.now();
  const timer = setInterval(() => {
    for (const now = Math.min(performance.now(), until); dueAt < now; dueAt += 1_000 / rate) {
      const next = due(dueAt);
      if (waiting.length > 0) waiting.shift()(next);
      else backlog.push(next);
    }
    if (performance.now() < until) return;
    clearInterval(timer);
    for (const give of waiting.splice(0)) give(null);
  }, 1);
  return (give) => {
    if (backlog.length > 0) give(backlog.shift());
    else if (performance.now() < until) waiting.push(give);
    else give(null);
  };
}

function converse(port, take, tally) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1').setNoDelay(true);
    let pending = null;
    let missing = 0;
    let asked = 0;
    const ask = () =>
      take((next) => {
        if (!next) {
          socket.destroy();
          return resolve();
        }
        asked = next.at;
        socket.write(next.request);
      });
    socket.on('connect', ask).on('error', reject);
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        pending = pending ? Buffer.concat([pending, chunk]) : chunk;
        const head = pending.indexOf('\r\n\r\n');
        if (head < 0) return;
        const text = pending.latin1Slice(0, head);
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        if (!text.startsWith('HTTP/1.1 200')) tally.failures++;
        missing = head + 4 + length - pending.length;
        pending = null;
      }
      if (missing > 0) return;
      tally.answers++;
      tally.latencies.push(performance.now() - asked);
      ask();
    });
  });
}
