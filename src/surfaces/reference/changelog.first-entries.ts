import type { Change } from './changelog.change.js';

/** The first changes of the API, newest first. */
export const FIRST_CHANGES: readonly Change[] = [
  {
    id: '2026-11-25-removed-opportunities',
    date: '2026-11-25',
    kind: 'added',
    title: 'Removed opportunities are listed',
    body:
      'Answers with updated_since have meta.removed with the ids of opportunities that were removed since, in the last 90 days. Teams that follow the ' +
      'product also get the event opportunity.removed.',
    operations: ['list_opportunities'],
  },
  {
    id: '2026-11-25-pools',
    date: '2026-11-25',
    kind: 'added',
    title: 'Packs and welcome credits',
    body:
      'credits.pools of GET /account lists packs and the welcome credits of a new team, with kind and only_action. An entry of the ledger ' +
      'names them in pools, and has the kind reversal when the payment of a pack was refunded or disputed. credits.refilled can have the ' +
      'reason welcome.',
    operations: ['get_account', 'list_ledger', 'export_ledger'],
  },
  {
    id: '2026-11-25-sources',
    date: '2026-11-25',
    kind: 'added',
    title: 'Places that are fetched for your team',
    body:
      'Your team can have public sites fetched: Hacker News, GitHub issues, the App Store, Stack Exchange, Discourse forums, feeds, Firefox ' +
      'Add-ons and Steam. A preview shows the first page as it would be stored. Unlocks of writers whom the terms of the place do not let us ' +
      'contact answer found: false with the reason suppressed, and are free.',
    operations: [
      'list_source_connectors',
      'list_sources',
      'get_source',
      'add_source',
      'preview_source',
      'remove_source',
      'unlock_contact',
    ],
  },
  {
    id: '2026-11-25-paid-once-per-person',
    date: '2026-11-25',
    kind: 'changed',
    title: 'A contact is paid for once per person',
    body:
      'A contact that your team has by any unlock of the person is free on other texts and in committees: already_revealed is true, and ' +
      'credit_refunded too if only the look-up showed that it is the same person. Profiles, email addresses and phone numbers identify a ' +
      'person; names do not.',
    operations: ['unlock_contact'],
  },
  {
    id: '2026-11-25-redraft',
    date: '2026-11-25',
    kind: 'added',
    title: 'One free redraft of a pitch',
    body: 'With redraft, a second draft for an opportunity is free once within 24 hours of a pitch that was paid for.',
    operations: ['generate_pitch'],
  },
  {
    id: '2026-11-25-former-names',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Searches find products by former names',
    body:
      'A product that was renamed, or that another one was merged into, is found by a former name. The id of a merged ' +
      'product answers 404.',
    operations: ['search_products'],
  },
  {
    id: '2026-11-25-home',
    date: '2026-11-25',
    kind: 'added',
    title: 'What changed since the last visit',
    body:
      'The reports of followed products, what to do next, the people found, and the matches of saved searches, since the last visit of the ' +
      'person; with a key, in the last seven days.',
    operations: ['get_home'],
  },
  {
    id: '2026-11-25-battle-card',
    date: '2026-11-25',
    kind: 'added',
    title: 'The battle card of a product',
    body:
      'Why people leave it, its pains with a quote, a question and what your sender profile says, and where it is better; as JSON with the ' +
      'card as Markdown.',
    operations: ['get_battle_card'],
  },
  {
    id: '2026-11-25-pitch-confidence',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Pitches have a confidence',
    body:
      'It states how surely the draft talks about the words of the person. A draft whose quote names no kind of problem only asks about it. ' +
      'meta.next_step names the sender profile while there is none.',
    operations: ['generate_pitch', 'list_pitches', 'get_pitch'],
  },
  {
    id: '2026-11-25-report-cover',
    date: '2026-11-25',
    kind: 'added',
    title: 'The cover of a report',
    body:
      'One sentence, the figures, the mentions by month and what changed, from the last finished report. Comparisons have points and ' +
      'openings. Their rates, and those of report differences, are shares of the texts read, as in reports.',
    operations: ['get_report_cover', 'compare_products', 'diff_reports'],
  },
  {
    id: '2026-11-25-score-parts',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Scores count the reach of the writer and the age of the text',
    body:
      'Opportunities have score_parts, signal, reach, can_unlock and evidence. The filters reach, signal and min_frustration select by ' +
      'them. A score falls as its text gets older, which does not change updated_at.',
    operations: ['list_opportunities', 'get_opportunity', 'list_filters'],
  },
  {
    id: '2026-11-25-theme-variants',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Themes of reports have variants',
    body:
      'New reports have 8 to 20 themes, each with family and variants, and one rest, last. Mentions are filtered by variant, exports ' +
      'have the column themes.variants, and metadata has themed_share and languages_named. Months with fewer than 20 texts read are too_small.',
    operations: ['get_pain_points', 'list_theme_mentions', 'export_reports'],
  },
  {
    id: '2026-11-22-smaller-plans',
    date: '2026-11-22',
    kind: 'changed',
    title: 'A smaller plan switches off what it does not allow',
    body:
      'The newest webhook endpoints and saved searches over the limit are disabled with disabled_reason plan. Enabling one over the limit ' +
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
    title: 'A list of people and domains that your team does not want to contact',
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
    body: 'The query parameter fields selects the fields that are returned with the id.',
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
    body: 'All finished reports of a product are listed and read in full. The event theme.spiked notifies followers of grown themes.',
    operations: ['list_reports', 'get_report', 'diff_reports', 'compare_products'],
  },
  {
    id: '2026-11-22-rivals',
    date: '2026-11-22',
    kind: 'added',
    title: 'Strengths and weaknesses of a product, and where customers go',
    body:
      'A product is compared with its competitors by kind of problem, reviews say which products people come from and leave ' +
      'for, and the mentions of a theme are listed.',
    operations: ['get_standing', 'get_switching', 'list_theme_mentions'],
  },
  {
    id: '2026-11-22-bulk-jobs',
    date: '2026-11-22',
    kind: 'added',
    title: 'Many paid calls in one job',
    body: 'A job makes up to 100 calls in the background, never spends more than max_credits, and keeps the answer of each item.',
    operations: ['create_bulk_job', 'list_bulk_jobs', 'get_bulk_job', 'list_bulk_items', 'cancel_bulk_job'],
  },
  {
    id: '2026-11-22-prices',
    date: '2026-11-22',
    kind: 'added',
    title: 'Prices before a purchase, and use afterwards',
    body:
      'dry_run in the body of a paid call prices it, and quotes price up to 100 calls. Usage sums up the spending, the ' +
      'ledger lists every movement, and headers state the cost of a request.',
    operations: [
      'create_quote',
      'generate_report',
      'generate_pitch',
      'unlock_contact',
      'get_usage',
      'list_ledger',
      'get_account',
    ],
  },
  {
    id: '2026-11-22-saved-searches',
    date: '2026-11-22',
    kind: 'added',
    title: 'Saved searches',
    body: 'Filters are matched with new opportunities. Matches go to the inbox, webhooks, a mail or an Atom feed.',
    operations: [
      'create_saved_search',
      'preview_saved_search',
      'delete_saved_search',
      'rotate_saved_search_feed',
      'list_saved_search_matches',
      'mark_saved_search_match',
    ],
  },
  {
    id: '2026-11-22-inbox',
    date: '2026-11-22',
    kind: 'added',
    title: 'The inbox',
    body: 'Matches, finished reports, thresholds and disabled endpoints, as the app shows them.',
    operations: ['list_inbox', 'update_inbox_item', 'read_inbox'],
  },
  {
    id: '2026-11-22-triage',
    date: '2026-11-22',
    kind: 'added',
    title: 'Scores, values of filters, and bulk triage',
    body:
      'Opportunities have a score with reasons, min_score and the order -score. The values of filters are listed with counts, ' +
      'and up to 100 opportunities are triaged in one request.',
    operations: ['list_opportunities', 'list_filters', 'bulk_update_opportunities'],
  },
  {
    id: '2026-11-22-sender-profile',
    date: '2026-11-22',
    kind: 'added',
    title: 'Pitches name the sender',
    body: 'The company, product, name and tone of a team appear in its pitches.',
    operations: ['get_sender_profile', 'update_sender_profile'],
  },
  {
    id: '2026-11-22-sandbox',
    date: '2026-11-22',
    kind: 'added',
    title: 'Test mode',
    body: 'Test keys work on a sandbox with ids that force each outcome, and with separate credits.',
    operations: ['list_test_fixtures', 'reset_test_mode', 'create_test_event'],
  },
  {
    id: '2026-11-22-keys',
    date: '2026-11-22',
    kind: 'added',
    title: 'Keys have scopes, addresses and a daily cap',
    body:
      'Keys are listed without their secrets and rotated with an overlap, and a person who finds a key can revoke it with the key ' +
      'itself.',
    operations: ['list_api_keys', 'get_current_api_key', 'revoke_current_api_key'],
  },
  {
    id: '2026-11-22-audit-log',
    date: '2026-11-22',
    kind: 'added',
    title: 'The audit log',
    body: 'Who changed what in a team, for keys with the scope audit.',
    operations: ['list_audit_log'],
  },
  {
    id: '2026-11-22-changelog',
    date: '2026-11-22',
    kind: 'added',
    title: 'This list',
    body:
      'The changes of the API, newest first, also as the feed /changelog.atom. Each answer has the date of the newest one as ' +
      'Api-Version.',
    operations: ['list_changes'],
  },
  {
    id: '2026-11-22-webhooks',
    date: '2026-11-22',
    kind: 'added',
    title: 'Events and webhooks',
    body: 'The events of a team are listed without gaps, and sent to webhook endpoints as signed requests.',
    operations: [
      ...['list_events', 'get_event', 'list_event_types', 'create_webhook_endpoint', 'list_webhook_endpoints'],
      ...['get_webhook_endpoint', 'update_webhook_endpoint', 'delete_webhook_endpoint', 'rotate_webhook_secret'],
      ...['test_webhook_endpoint', 'list_webhook_deliveries', 'get_webhook_delivery', 'replay_webhook_delivery'],
      'replay_webhook_events',
    ],
  },
];
