import { Registry } from 'prom-client';
import { BacklogMetrics } from './backlog.metrics.js';

type Sources = ConstructorParameters<typeof BacklogMetrics>;

describe('the metrics of waiting work', () => {
  let reads: string[];
  let registry: Registry;

  const answering = <T>(name: string, answer: T) => {
    return (): Promise<T> => {
      reads.push(name);
      return Promise.resolve(answer);
    };
  };

  beforeEach(() => {
    reads = [];
    registry = new Registry();
    new BacklogMetrics(
      registry,
      { waiting: answering('texts', 5) } as unknown as Sources[1],
      {
        openPurchases: answering('purchases', [{ action: 'pitch', open: 2, oldest_seconds: 30 }]),
      } as unknown as Sources[2],
      { undelivered: answering('events', { events: 7, oldest_seconds: 90 }) } as unknown as Sources[3],
      { all: () => [{ options: { kind: 'pitch' } }, { options: { kind: 'unlock' } }] } as unknown as Sources[4],
    );
  });

  it('show the amount of waiting work and its age', async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('qualm_'));
    expect(lines).toEqual([
      'qualm_texts_waiting 5',
      'qualm_purchases_open{action="pitch"} 2',
      'qualm_purchases_open{action="unlock"} 0',
      'qualm_purchases_oldest_open_seconds{action="pitch"} 30',
      'qualm_purchases_oldest_open_seconds{action="unlock"} 0',
      'qualm_events_undelivered 7',
      'qualm_events_oldest_undelivered_seconds 90',
    ]);
  });

  it('are read once at each scrape', async () => {
    await registry.metrics();
    expect(reads.splice(0)).toEqual(['texts', 'purchases', 'events']);
    await registry.metrics();
    expect(reads).toEqual(['texts', 'purchases', 'events']);
  });
});
