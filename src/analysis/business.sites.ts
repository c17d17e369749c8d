/** Sites on which people review software for work, in lower case without spaces. */
const BUSINESS_SITES: ReadonlySet<string> = new Set([
  'capterra',
  'crozdesk',
  'featuredcustomers',
  'financesonline',
  'g2',
  'g2crowd',
  'gartner',
  'gartnerpeerinsights',
  'getapp',
  'peerspot',
  'saasworthy',
  'softwareadvice',
  'softwaresuggest',
  'sourceforge',
  'trustradius',
]);

/** Names of G2, which asks what the writer likes, dislikes and solves, in this order. */
const G2: ReadonlySet<string> = new Set(['g2', 'g2crowd']);

/** Whether a platform, such as `G2` or `Software Advice`, is a site for reviews of business software. */
export const isBusinessSite = (platform: string | null | undefined): boolean => BUSINESS_SITES.has(nameOf(platform));

export const isG2 = (platform: string | null | undefined): boolean => G2.has(nameOf(platform));

const nameOf = (platform: string | null | undefined): string =>
  (platform ?? '').toLowerCase().replace(/\.com$|[^a-z0-9]/g, '');
