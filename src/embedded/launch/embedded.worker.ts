import { app } from '#worker.js';
import { prepareDemoData } from './demo.data.js';

/** The worker of a database that the launcher embeds: it is the worker, and prepares the demo data after its start. */
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

await prepareDemoData(app, stopping.signal).catch((error: unknown) => {
  // The next start goes on where a stop has interrupted.
  if (!stopping.signal.aborted) throw error;
});
