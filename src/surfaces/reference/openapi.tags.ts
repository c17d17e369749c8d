/** The description of every tag. */
const TAGS: Record<string, string | undefined> = {
  'Team work': 'Comments of your team on opportunities, what happened to them, and the members who can have them',
  Account: 'The plan, the credits and the limits of your team',
  'Audit log': 'The changes in your team and their authors',
  'Bulk jobs': 'Lists of paid calls that are made in the background',
  Comparisons: 'Products side by side, and where customers come from and go to',
  Credits: 'The price of paid calls, and your spending',
  Destinations:
    'Slack channels for the news of your team, HubSpot accounts for its opportunities, and the log of what was sent',
  Events: 'The events of your team, to read in order or to receive at a webhook',
  Exports: 'Whole lists as files, in one snapshot',
  Home: 'What changed since the last visit, and what is next',
  Inbox: 'Matches, finished reports, thresholds and disabled endpoints, as the app shows them',
  Keys: 'The API keys of your team, without their secrets',
  Matches: 'The matches of saved searches',
  Opportunities: 'Reviews and posts that signal a buying need, and the contacts behind them',
  'Pain points': 'Recurring problems in the reviews of a product',
  Pitches: 'Outreach that is drafted from the words of the reviewer',
  Products: 'Software products and their competitors',
  Reports: 'Finished reports of a product, and the changes between two of them',
  'Saved searches': 'Filters that are matched against new opportunities, and the delivery of matches',
  Sources: 'Public sites that reviews and posts are fetched from for your team',
  Suppressions: 'The people and domains that your team does not want to contact',
  System: 'Health, connectivity and this document',
  'Test mode': 'A sandbox with ids that force each outcome, for test keys',
  Watchlist: 'The products that your team follows',
  'Webhook deliveries': 'The log of deliveries to webhook endpoints, and replays',
  Webhooks:
    'Addresses that receive the events of your team. The guide *Receiving webhooks* explains how to verify them',
};

/** The tags that are used, in alphabetical order, with their descriptions. */
export const describeTags = (used: readonly string[]): { name: string; description?: string }[] =>
  [...new Set(used)].sort().map((name) => ({ name, description: TAGS[name] }));
