import { Registry } from 'prom-client';
import { EventMetrics } from './event.metrics.js';

type Deliveries = ConstructorParameters<typeof EventMetrics>[1];

describe('the metric of parked deliveries', () => {
  const reading = (...reads: (() => Promise<unknown>)[]): Registry => {
    const registry = new Registry();
    new EventMetrics(registry, { count: () => reads.shift()!() } as unknown as Deliveries);
    return registry;
  };
  const parked = () => Promise.resolve([{ subscriber: 'detection', failed: 2 }]);
  const linesOf = async (registry: Registry): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('qualm_'));
  const LINE = 'qualm_event_deliveries_parked{subscriber="detection"} 2';

  it('keeps the last numbers when the read fails', async () => {
    const registry = reading(parked, () => Promise.reject(new Error('the database is down')));
    expect([await linesOf(registry), await linesOf(registry)]).toEqual([[LINE], [LINE]]);
  });

  it('leaves out a subscriber that has no parked delivery any more', async () => {
    const registry = reading(parked, () => Promise.resolve([]));
    expect([await linesOf(registry), await linesOf(registry)]).toEqual([[LINE], []]);
  });
});
