/** The kinds of changes of the API. */
export const CHANGE_KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** One change of the API. */
export interface Change {
  /** Never changes, and is unique. */
  id: string;
  /** `YYYY-MM-DD` */
  date: string;
  kind: (typeof CHANGE_KINDS)[number];
  title: string;
  body: string;
  /** The ids of the operations that it concerns. */
  operations: readonly string[];
}

/** The changes of the API, newest first. The date of the first one is `API_VERSION`. */
export const CHANGES: readonly Change[] = [
  {
    id: '2026-11-22-smaller-plans',
    date: '2026-11-22',
    kind: 'changed',
    title: 'A smaller plan switches off what it does not allow',
    body:
      'The newest webhook endpoints and saved searches over the limit are disabled with disabled_reason plan. Enabling one too many ' +
      'is refused with 403 limit_reached.',
    operations: ['update_webhook_endpoint', 'list_saved_searches', 'get_saved_search', 'update_saved_search'],
  },
  {
    id: '2026-11-22-tool-sets',
    date: '2026-11-22',
    kind: 'added',
    title: 'Assistants choose sets of tools, and can ask before spending',
    body:
      'An MCP address with toolsets=insights,alerts,usage,bulk, or the header X-MCP-Toolsets, has more tools. A connection can ask its ' +
      'person before a call charges.',
    operations: [],
  },
  {
    id: '2026-11-22-suppressions',
    date: '2026-11-22',
    kind: 'added',
    title: 'A list of those whom your team does not want to contact',
    body:
      'Add email addresses, domains and profiles. An unlock of such a person answers suppressed and is free, and values that ' +
      'were unlocked before are hidden.',
    operations: ['list_suppressions', 'add_suppression', 'remove_suppression'],
  },
  {
    id: '2026-11-22-exports',
    date: '2026-11-22',
    kind: 'added',
    title: 'Lists are exported as files',
    body: 'Opportunities, reports, pitches, the ledger and the audit log as JSON Lines or CSV, each in one snapshot.',
    operations: ['export_opportunities', 'export_reports', 'export_pitches', 'export_ledger', 'export_audit_log'],
  },
  {
    id: '2026-11-22-etags',
    date: '2026-11-22',
    kind: 'added',
    title: 'Reads have an ETag',
    body:
      'Send the ETag of an answer as If-None-Match to get a 304 without a body if nothing has changed. With a key, a 304 does ' +
      'not count as a request. Cache-Control of these answers is now private, no-cache.',
    operations: [],
  },
  {
    id: '2026-11-22-fields',
    date: '2026-11-22',
    kind: 'added',
    title: 'Reads select fields',
    body: 'The query parameter fields selects what comes with the id.',
    operations: [
      ...['list_opportunities', 'get_opportunity', 'search_products', 'get_pain_points', 'get_report'],
      ...[
        'get_watchlist',
        'list_pitches',
        'get_pitch',
        'list_events',
        'get_event',
        'list_saved_searches',
        'get_saved_search',
      ],
    ],
  },
  {
    id: '2026-11-22-opportunity-cursors',
    date: '2026-11-22',
    kind: 'added',
    title: 'Opportunities are read by cursor and by change',
    body:
      'With cursor, each opportunity that is there at the start and stays comes exactly once. With updated_since, the list has ' +
      'what changed, and misses no late commit. Opportunities have updated_at.',
    operations: ['list_opportunities'],
  },
  {
    id: '2026-11-22-report-history',
    date: '2026-11-22',
    kind: 'added',
    title: 'Earlier reports stay readable, and reports and products are compared',
    body: 'All finished reports of a product are listed and read in full. The event theme.spiked tells followers what has grown.',
    operations: ['list_reports', 'get_report', 'diff_reports', 'compare_products'],
  },
  {
    id: '2026-11-22-webhooks',
    date: '2026-11-22',
    kind: 'added',
    title: 'Events and webhooks',
    body: 'What happens to a team is listed without gaps, and sent to webhook endpoints as signed requests.',
    operations: [
      ...['list_events', 'get_event', 'list_event_types', 'create_webhook_endpoint', 'list_webhook_endpoints'],
      ...['list_webhook_deliveries', 'replay_webhook_delivery', 'replay_webhook_events'],
    ],
  },
];
