import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** The API process as it is, which also says what CPU time it has used and, when asked, where it went. */
const session = new Session();

const orders = {
  cpu: async () => ({ cpu: process.cpuUsage() }),
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
