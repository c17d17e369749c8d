import { changesOf } from './audit.changes.js';

describe('the changes of an object', () => {
  it('are the given fields that differ, with both values', () => {
    const before = { url: 'https://a.example', types: ['a'], description: null, cap: 1 };
    const after = { url: 'https://b.example', types: ['a', 'b'], description: 'New', cap: null };
    expect(changesOf(before, after)).toEqual({
      url: ['https://a.example', 'https://b.example'],
      types: [['a'], ['a', 'b']],
      description: [null, 'New'],
      cap: [1, null],
    });
  });

  it.each([
    ['fields that stay', { url: 'same', types: ['a'], description: null }],
    ['fields that are not given', { url: undefined }],
  ])('are not %s', (_what, after) => {
    expect(changesOf({ url: 'same', types: ['a'], description: null }, after)).toEqual({});
  });

  it('have no earlier value for a new object', () => {
    expect(changesOf(null, { name: 'New', is_enabled: false })).toEqual({
      name: [null, 'New'],
      is_enabled: [null, false],
    });
  });
});
