import { UNFILTERED } from '../../../test/support/feeds.js';
import type { Feed } from './feed.conditions.js';
import { isRare, type TierSample } from './rare-text.statement.js';

const ANY: Feed = { ...UNFILTERED, teamId: 'any', pieces: ['text'], limit: 21, offset: 0 };

/** A sample of 2,000 in 1,000,000, half of them of each of two tiers, with counts for each tier. */
function sampleWith(
  counts: Partial<Record<'reached' | 'fitting' | 'holding' | 'indexed' | 'found', [number, number]>>,
) {
  return ['medium', 'critical'].map((tier, index): TierSample => {
    const of = (name: keyof typeof counts, otherwise: number) => counts[name]?.[index] ?? otherwise;
    const holding = of('holding', 0);
    const indexed = of('indexed', holding);
    return {
      ...{ tier, sampled: 1_000, total: 1_000_000, holding, indexed },
      ...{ reached: of('reached', 1_000), fitting: of('fitting', 1_000), found: of('found', indexed) },
    };
  });
}

describe('a feed that looks for a piece of text', () => {
  it('asks the index of terms where the sample has no such text', () => {
    expect(isRare(sampleWith({}), ANY)).toBe(true);
  });

  it('walks where many hold the text', () => {
    expect(isRare(sampleWith({ holding: [300, 300] }), ANY)).toBe(false);
  });

  it('asks where many hold the text and many fit the filters, but none of the sample does both', () => {
    const sample = sampleWith({ holding: [50, 50], fitting: [50, 50], indexed: [0, 0] });
    expect(isRare(sample, ANY)).toBe(true);
  });

  it('walks where so few fit the filters that all of them are read sooner', () => {
    expect(isRare(sampleWith({ holding: [900, 900], fitting: [0, 0], indexed: [0, 0] }), ANY)).toBe(false);
  });

  it('asks for a page far down where a walk would pass more than the index hands over', () => {
    const sample = sampleWith({ holding: [10, 10] });
    expect([isRare(sample, ANY), isRare(sample, { ...ANY, offset: 5_000 })]).toEqual([false, true]);
  });

  it('walks between moments that hardly any text is found between only where the index hands over more', () => {
    const between = {
      reached: [10, 10] as [number, number],
      fitting: [10, 10] as [number, number],
      found: [0, 0] as [number, number],
    };
    expect(isRare(sampleWith({ ...between, holding: [1, 1] }), ANY)).toBe(true);
    expect(isRare(sampleWith({ ...between, holding: [400, 400] }), ANY)).toBe(false);
  });

  it('counts the tiers a walk by frustration passes before it comes to the text', () => {
    const calm = sampleWith({ holding: [15, 0] });
    expect([isRare(calm, ANY), isRare(calm, { ...ANY, sort: '-frustration' })]).toEqual([false, true]);
  });

  it('walks where nothing was sampled', () => {
    expect(isRare([], ANY)).toBe(false);
  });
});
