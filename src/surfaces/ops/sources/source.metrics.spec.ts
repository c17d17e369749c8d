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
});
