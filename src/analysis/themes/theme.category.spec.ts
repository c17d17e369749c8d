import { CATEGORIES } from '../lexicon/taxonomy.js';
import { SYMPTOM_CATEGORIES } from '../lexicon/problem.words.js';
import { categoryOfProblem } from './theme.category.js';

const categoryOf = (name: string, votes: Record<string, number>): string =>
  categoryOfProblem(name, new Map(Object.entries(votes)));

describe('the category of a problem', () => {
  it.each([
    ['Cannot log in', { devices: 2, sync: 2, login: 1 }, 'login'],
    ['Drains the battery', { updates: 3, performance: 1 }, 'performance'],
    ['Lags', { billing: 1, bugs: 1, performance: 1 }, 'performance'],
    ['Cannot get notifications', { bugs: 1, notifications: 1 }, 'notifications'],
    ['Does not work on the Kindle', { bugs: 5, devices: 2 }, 'devices'],
    ['Still being charged', { updates: 2, bugs: 1 }, 'billing'],
    ['Clunky', { pricing: 2, usability: 1 }, 'usability'],
  ])('is the one that the name states, before the votes of its sentences: %s', (name, votes, category) => {
    expect(categoryOf(name, votes)).toBe(category);
  });

  it.each([
    ['Cannot skip', { ads: 5, usability: 2 }, 'ads'],
    ['Not enough space', { pricing: 4, performance: 2 }, 'pricing'],
    ['Cannot search', { features: 5, bugs: 3 }, 'features'],
    ['Does not play', { other: 3, bugs: 1 }, 'bugs'],
  ])('is the one with the most votes, if the name states no category: %s', (name, votes, category) => {
    expect(categoryOf(name, votes)).toBe(category);
  });

  it('is the likelier one by the name, if the votes are equal', () => {
    expect(categoryOf('No themes', { usability: 1, customization: 1 })).toBe('customization');
  });

  it('is `updates` only if the name is about updates', () => {
    const votes = { updates: 4, features: 1 };
    expect([categoryOf('No albums', votes), categoryOf('Crashes since the update', { ...votes, bugs: 6 })]).toEqual([
      'features',
      'updates',
    ]);
  });

  it('does not depend on the order of the votes', () => {
    expect(categoryOf('Cannot follow', { sync: 2, bugs: 2 })).toBe(categoryOf('Cannot follow', { bugs: 2, sync: 2 }));
  });

  it('is other without a vote for any', () => {
    expect([categoryOf('Zebra stripes', { other: 2 }), categoryOf('Zebra stripes', {})]).toEqual(['other', 'other']);
  });

  it('is one of the taxonomy for every problem with a fixed category', () => {
    const ids = CATEGORIES.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...SYMPTOM_CATEGORIES.values()]));
  });
});
