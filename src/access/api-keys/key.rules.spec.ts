import { checkedKey, demandCaps, faultsOfKey } from './key.rules.js';

describe('the rules of keys', () => {
  it('trim the name', () => {
    expect(checkedKey({ name: ' ci ', spendCap: 0, dailyCap: 1_000_000 })).toEqual({
      name: 'ci',
      spendCap: 0,
      dailyCap: 1_000_000,
    });
  });

  it.each([
    ['an empty name', { name: '  ' }, /name of 1 to 100/],
    ['a long name', { name: 'x'.repeat(101) }, /name of 1 to 100/],
    ['a name that cannot be stored', { name: 'a\0b' }, /name of 1 to 100/],
    ['a spend cap below 0', { name: 'ci', spendCap: -1 }, /spend cap as a whole number/],
    ['a spend cap that is no number', { name: 'ci', spendCap: NaN }, /spend cap as a whole number/],
    ['a daily cap beyond a million', { name: 'ci', spendCap: 1, dailyCap: 1_000_001 }, /daily cap as a whole number/],
    ['a daily cap without a spend cap', { name: 'ci', dailyCap: 1 }, /needs a spend cap/],
    ['21 addresses', { name: 'ci', allowedCidrs: Array<string>(21).fill('192.0.2.1/32') }, /at most 20/],
  ])('refuse %s', (_, wanted, fault) => {
    expect(() => checkedKey(wanted)).toThrow(fault);
  });

  it('refuse all wrong fields at once', () => {
    const wanted = { name: '', spendCap: -1, dailyCap: -1, allowedCidrs: Array<string>(21).fill('192.0.2.1/32') };
    expect(faultsOfKey(wanted).map(({ field }) => field)).toEqual(['name', 'spend_cap', 'daily_cap', 'allowed_cidrs']);
  });

  it('allow a change that leaves a cap out or removes it', () => {
    expect(() => demandCaps({ dailyCap: null })).not.toThrow();
  });
});
