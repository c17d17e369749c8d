import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** The unchanged API process. It also reports its CPU time, its memory and, on request, a CPU profile. */
const session = new Session();

const orders = {
  cpu: async () => ({ cpu: process.cpuUsage() }),
  memory: async () => ({ resident: process.memoryUsage.rss() }),
  profile: async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  },
  profiled: async (file) => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(file, JSON.stringify(profile));
  },
};
process.on('message', async ([order, argument]) => process.send((await orders[order](argument)) ?? 'done'));
await import('../dist/main.js');
