import { Registry } from 'prom-client';
import { SourceMetrics } from './source.metrics.js';

type Sources = ConstructorParameters<typeof SourceMetrics>[1];

describe('the metrics of sources', () => {
  it('read what became of all items once a minute at most, and how late sources are at each scrape', async () => {
    const registry = new Registry();
    const reads: string[] = [];
    const answering =
      <T>(name: string, answer: T) =>
      (): Promise<T> => {
        reads.push(name);
        return Promise.resolve(answer);
      };
    new SourceMetrics(registry, {
      states: answering('states', [{ state: 'active', sources: 2, lag_seconds: 7 }]),
      totals: answering('totals', { inserted: 5, rejects: 3 }),
    } as unknown as Sources);
    await registry.metrics();
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('qualm_'));
    expect(lines).toEqual([
      'qualm_source_lag_seconds 7',
      'qualm_source_rejects 3',
      'qualm_source_items{outcome="inserted"} 5',
      'qualm_sources{state="active"} 2',
    ]);
    expect(reads.toSorted()).toEqual(['states', 'states', 'totals']);
  });

  it('keep the last numbers when the read fails', async () => {
    const registry = new Registry();
    const reads = [
      () => Promise.resolve([{ state: 'broken', sources: 1, lag_seconds: 0 }]),
      () => Promise.reject(new Error('the database is down')),
    ];
    new SourceMetrics(registry, {
      states: () => reads.shift()!(),
      totals: () => Promise.resolve({ rejects: 0 }),
    } as unknown as Sources);
    const broken = /^qualm_sources\{state="broken"\} (\d)/m;
    const seen = [];
    while (reads.length > 0) {
      const text = await registry.metrics();
      seen.push(broken.exec(text)?.[1]);
    }
    expect(seen).toEqual(['1', '1']);
  });
});
