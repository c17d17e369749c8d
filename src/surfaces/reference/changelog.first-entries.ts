import type { Change } from './changelog.change.js';

/** The first changes of the API, newest first. */
export const FIRST_CHANGES: readonly Change[] = [
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
