import { createConnection } from 'node:net';

/**
 * The load generator. Each of `connections` sockets sends the next request of the list, which begins at place `from`, after
 * its last response. The process reads as little of a response as possible, because it shares the machine with the
 * measured processes.
 */
process.on('message', async (order) => process.send(await run(order)));

async function run({ port, requests, from, connections, seconds }) {
  const until = performance.now() + seconds * 1_000;
  const tally = { answers: 0, failures: 0, latencies: [] };
  const startedAt = performance.now();
  let next = from;
  const take = () => requests[next++ % requests.length];
  await Promise.all(Array.from({ length: connections }, () => converse(port, take, until, tally)));
  const elapsed = (performance.now() - startedAt) / 1_000;
  const sorted = tally.latencies.sort((a, b) => a - b);
  return {
    perSecond: tally.answers / elapsed,
    answers: tally.answers,
    failures: tally.failures,
    p50: sorted[sorted.length >> 1],
    p99: sorted[Math.floor(sorted.length * 0.99)],
  };
}

function converse(port, take, until, tally) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1').setNoDelay(true);
    let pending = null;
    let missing = 0;
    let asked = 0;
    const ask = () => {
      if (performance.now() >= until) {
        socket.destroy();
        return resolve();
      }
      asked = performance.now();
      socket.write(take());
    };
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
