/** The description of every tag, in the order of the reference. */
const TAGS: Record<string, string> = {
  Account: 'The plan, the credits and the limits of your team',
  Opportunities: 'Reviews and posts that signal a buying need, and the contacts behind them',
  'Pain points': 'Recurring problems in the reviews of a product',
  Pitches: 'Outreach that is drafted from the words of the reviewer',
  Products: 'Software products and their competitors',
  System: 'Health, connectivity and this document',
  Watchlist: 'The products that your team follows',
};

/** The tags that are used, with their descriptions. @throws if a tag has none */
export const describeTags = (used: readonly string[]): { name: string; description: string }[] =>
  [...new Set(used)].sort().map((name) => {
    const description = TAGS[name];
    if (!description) throw new Error(`The tag ${name} has no description.`);
    return { name, description };
  });
