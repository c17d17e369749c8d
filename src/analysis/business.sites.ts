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

/** Whether a platform, such as `G2` or `Software Advice`, is a site for reviews of business software. */
export const isBusinessSite = (platform: string | null | undefined): boolean =>
  BUSINESS_SITES.has((platform ?? '').toLowerCase().replace(/\.com$|[^a-z0-9]/g, ''));
