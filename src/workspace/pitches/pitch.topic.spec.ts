import { fitsQuote } from './pitch.topic.js';

describe('a feature of the seller', () => {
  it.each([
    ['A help desk with a shared inbox.', 'a help desk that works with Jira', false],
    ['A help desk that exports to Jira.', 'a help desk that works with Jira', true],
    ['A help desk with a shared inbox.', 'a help desk', true],
  ])('%j answers the wish for %j: %j', (feature, wanted, fits) => {
    expect(fitsQuote(feature, `Can anybody recommend ${wanted}?`, wanted)).toBe(fits);
  });
});
