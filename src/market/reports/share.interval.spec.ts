import { shareInterval } from './share.interval.js';

describe('the interval of a share', () => {
  it.each([
    [0, 10, 0, 0, 0.2775],
    [1, 10, 0.1, 0.0179, 0.4042],
    [5, 10, 0.5, 0.2366, 0.7634],
    [131, 9_856, 0.0133, 0.0112, 0.0157],
    [10, 10, 1, 0.7225, 1],
  ])('of %i in %i is the Wilson interval', (named, read, share, share_low, share_high) => {
    const rounded = Object.entries(shareInterval(named, read)).map(([name, value]) => [name, Number(value.toFixed(4))]);
    expect(Object.fromEntries(rounded)).toEqual({ share, share_low, share_high });
  });

  it('is rounded so little that a page, which rounds again, shows what the count in the texts is', () => {
    expect((100 * shareInterval(11, 449).share).toFixed(1)).toBe(((100 * 11) / 449).toFixed(1));
  });

  it('is from 0 to 1 if no review was read', () => {
    expect(shareInterval(0, 0)).toEqual({ share: 0, share_low: 0, share_high: 1 });
  });
});
