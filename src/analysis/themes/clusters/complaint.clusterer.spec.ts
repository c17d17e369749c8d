import { clusterComplaints } from './complaint.clusterer.js';
import { ownMeanings, readTerms } from './complaint.vectors.js';
import { linkByAverage } from './average.linkage.js';

const sync = ['Sync with my watch fails', 'The watch does not sync', 'No sync with the watch since the update'];
const price = ['Far too expensive', 'The price is too high', 'Expensive, the price went up'];

describe('grouping complaints', () => {
  it('puts complaints about the same thing together', () => {
    const labels = clusterComplaints([...sync, ...price]);
    expect(labels[0]).toBe(labels[1]);
    expect(labels[3]).toBe(labels[4]);
    expect(labels[0]).not.toBe(labels[3]);
  });

  it('puts complaints in French together with English ones', () => {
    const labels = clusterComplaints([...sync, 'Plus aucune synchronisation avec ma montre', ...price]);
    expect(labels[3]).toBe(labels[0]);
  });

  it('forms the same groups in any order', () => {
    const texts = [...sync, ...price];
    const labels = clusterComplaints(texts);
    const back = clusterComplaints([...texts].reverse()).reverse();
    const same = (list: number[]): boolean[] => list.flatMap((one) => list.map((other) => one === other));
    expect(same(back)).toEqual(same(labels));
  });

  it('groups more complaints than it compares pairwise', () => {
    const texts = Array.from(
      { length: 2000 },
      (_unused, index) => `${(index % 2 ? sync : price)[index % 3] ?? ''} ${index}`,
    );
    const labels = clusterComplaints(texts);
    expect(new Set(labels).size).toBeLessThan(60);
    expect(labels.every((label) => label >= 0)).toBe(true);
  });

  it('returns no groups for no texts', () => {
    expect(clusterComplaints([])).toEqual([]);
  });
});

describe('the own meaning of a complaint', () => {
  const meaningsOf = (...texts: string[]): (Float64Array | null)[] => ownMeanings(texts.map((text) => readTerms(text)));
  const likeness = (one: Float64Array | null | undefined, other: Float64Array | null | undefined): number =>
    [...(one ?? [])].reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);

  it('is like that of one in other words', () => {
    const [crash, freeze, price] = meaningsOf('it crashes constantly', 'always freezing', 'far too expensive');
    expect(likeness(crash, freeze)).toBeGreaterThan(likeness(crash, price) + 0.3);
  });

  it('is none if all complaints mean the same', () => {
    expect(meaningsOf('it crashes', 'it crashes')).toEqual([null, null]);
  });

  it('is none if most words have no vector', () => {
    expect(meaningsOf('zzgrx qqplomf', 'far too expensive')[0]).toBeNull();
  });
});

describe('average linkage', () => {
  it('joins only items that are similar enough', () => {
    const similarity = Float32Array.from([1, 0.9, 0.1, 0.9, 1, 0.2, 0.1, 0.2, 1]);
    expect([...linkByAverage(similarity, 3, 0.5)]).toEqual([0, 0, 2]);
  });
});
