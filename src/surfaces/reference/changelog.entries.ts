import type { Change } from './changelog.change.js';
import { FIRST_CHANGES } from './changelog.first-entries.js';

/** The changes of the API, newest first. The date of the first one is `API_VERSION`. */
export const CHANGES: readonly Change[] = [
  {
    id: '2026-12-01-reply-in-the-thread',
    date: '2026-12-01',
    kind: 'changed',
    title: 'Where terms forbid contact, a pitch is a public reply',
    body:
      'Its markdown has the one section "Reply in the thread", whatever channels were asked for, and meta.next_step says where it belongs. It ' +
      'had the advice to answer in the thread, and an email below it.',
    operations: ['generate_pitch', 'get_pitch', 'list_pitches', 'export_pitches'],
  },
  {
    id: '2026-11-29-headers-of-other-limits',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'The headers about rate limits state the limit that refused',
    body: 'The 429 of an export has the hourly limit of exports in its headers. The Atom feeds of saved searches have the headers, too.',
    operations: ['export_opportunities'],
  },
  {
    id: '2026-11-29-headers-of-forced-429',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A forced 429 of test mode has the headers of a 429',
    body: 'The headers about rate limits of product 107 and opportunity 207 state the limit of the body, with nothing left.',
    operations: ['generate_report', 'generate_pitch', 'unlock_contact'],
  },
  {
    id: '2026-11-29-comparable-sandbox',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'The reports of product 102 of test mode can be compared',
    body: 'is_comparable is true, and its themes have a family. Reports of a release whose themes had none are not compared, and the note says why. It named different engines.',
    operations: ['diff_reports'],
  },
  {
    id: '2026-11-29-spelling-of-whole-numbers',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A whole number has one spelling',
    body: 'target_id and whole numbers in a query, such as page, are refused with 400 if they have a plus sign or leading zeros. "01" was read as 1.',
    operations: ['unlock_contact'],
  },
  {
    id: '2026-11-29-credits-with-members',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'The list of members has the headers about credits',
    body: 'X-Credits-Charged, X-Credits-Remaining and X-Credits-Cap-Remaining go on GET /account/members, too.',
    operations: ['list_members'],
  },
  {
    id: '2026-11-29-end-of-comments',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'The list of comments has an end',
    body: 'next_cursor of the comments on an opportunity is null at the end. It was kept, as in the feeds of events and changes.',
    operations: ['list_comments'],
  },
  {
    id: '2026-11-29-addresses-of-test-data',
    date: '2026-11-29',
    kind: 'changed',
    title: 'The pages of test data say that there are none',
    body:
      'app_url of a pitch of test mode ends in ?mode=test, and its page says that test data has no pages. The texts of the activity and the ' +
      'notes of a report write days such as Dec 7, 2026.',
    operations: ['generate_pitch', 'get_pitch', 'list_pitches', 'export_pitches', 'list_activity', 'get_report'],
  },
  {
    id: '2026-11-29-ready-without-redis',
    date: '2026-11-29',
    kind: 'changed',
    title: 'A service without Redis is ready',
    body: 'GET /health/ready answers 200 while only Redis is down, with its state in dependencies, because reads go on. It answered 503.',
    operations: [],
  },
  {
    id: '2026-11-29-names-of-shared-sources',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A shared source has the names of your team',
    body:
      'settings and label of a source that several teams have are those that your team named. They were those of the first team, with its ' +
      'product and maker.',
    operations: ['list_sources', 'get_source', 'add_source'],
  },
  {
    id: '2026-11-29-order-of-bulk-jobs',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A bulk job buys its items in their order',
    body:
      'The items of a bulk job are bought as if one after another, until max_credits is reached. The error of an item that would exceed it has the ' +
      'reason max_credits_reached. It was spend_cap_reached, with max_credits as the spend cap.',
    operations: ['create_bulk_job', 'list_bulk_items'],
  },
  {
    id: '2026-11-29-team-work-as-csv',
    date: '2026-11-29',
    kind: 'added',
    title: 'Opportunities as CSV have what the team did',
    body: 'The columns assignee.id, assignee.name, snoozed_until and comments_count are new, at the end, as in JSON Lines.',
    operations: ['export_opportunities'],
  },
  {
    id: '2026-11-29-unknown-variants',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'An unknown variant of a theme is refused',
    body:
      'GET /products/{id}/pain-points/{theme_id}/mentions answers a variant that the theme does not have with 400 and the allowed ones. ' +
      'It was an empty list.',
    operations: ['list_theme_mentions'],
  },
  {
    id: '2026-11-29-requests-of-refunds',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'Refunds have the id of their request',
    body: 'request_id of a refund is the id of the request that was charged. It was null.',
    operations: ['list_ledger', 'export_ledger'],
  },
  {
    id: '2026-11-29-unlisted-test-events',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A test of an endpoint is never in the feed',
    body:
      'POST /test/events refuses the type webhook.test with 400 and the allowed types. It wrote the test into the feed of test mode. ' +
      'POST /webhook-endpoints/{id}/test sends it.',
    operations: ['create_test_event'],
  },
  {
    id: '2026-11-29-ledger-of-test-mode',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'The ledger of test mode names what was bought',
    body: 'Entries of a test key have the opportunity_id or product_id of the purchase. They had the id of the team, or null.',
    operations: ['list_ledger', 'export_ledger'],
  },
  {
    id: '2026-11-29-types-of-texts',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A value that is no text is refused as such',
    body:
      'A number in place of a text was refused as too long or as blank: in query of search_products, text of a comment, description of an endpoint and ' +
      'the fields of the sender profile. The message says that it must be text, and code is is_string.',
    operations: [
      ...[
        'search_products',
        'add_comment',
        'create_webhook_endpoint',
        'update_webhook_endpoint',
        'update_sender_profile',
      ],
    ],
  },
  {
    id: '2026-11-29-mentions-and-matches-that-are-gone',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'Nothing is left of a removed opportunity in inbox and saved searches',
    body:
      'The inbox item of a mention is removed with its opportunity. last_matched_at is the time of the last match that is still there, and null without ' +
      'one: it was also that of a match whose opportunity was removed.',
    operations: ['list_inbox', 'list_saved_searches', 'get_saved_search'],
  },
  {
    id: '2026-11-29-snoozes-and-viewers',
    date: '2026-11-29',
    kind: 'added',
    title: 'Snoozes are recorded, and first views name the viewer',
    body:
      'An opportunity that is put off or put back is the event opportunity.snoozed, an entry of the audit log and an item of the activity of the kind ' +
      'snoozed. The item viewed of the activity has by, for views from this day on.',
    operations: ['update_opportunity', 'bulk_update_opportunities', 'list_activity', 'list_events', 'list_audit_log'],
  },
  {
    id: '2026-11-29-sources-of-operators',
    date: '2026-11-29',
    kind: 'added',
    title: 'What an operator does with a source of your team is reported',
    body:
      'The event source.changed and the audit log say that an operator paused, resumed or removed a source of the team: change is also paused or resumed, ' +
      'and the log has source.paused and source.resumed.',
    operations: ['list_events', 'list_audit_log', 'export_audit_log'],
  },
  {
    id: '2026-11-29-every-removal',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'Removals and disabled endpoints are reported in all cases',
    body:
      'meta.removed has the removals also with filters that no opportunity can fit, and the deletion of a product sends opportunity.removed. The other ' +
      'endpoints get webhook_endpoint.disabled with the reason manual when a person disables one. Tests of an endpoint of test mode have livemode false.',
    operations: ['list_opportunities', 'update_webhook_endpoint', 'test_webhook_endpoint'],
  },
  {
    id: '2026-11-29-counts-of-ratings',
    date: '2026-11-29',
    kind: 'added',
    title: 'Lost stars come with the numbers of ratings',
    body:
      'Each point of a comparison has rated_mentions and rated_reviews, of which stars_lost is made. In the metadata of a report, ratings.reviews and ' +
      'themes[].rated_mentions are the same numbers. Reports made before do not have them.',
    operations: ['compare_products', 'get_pain_points'],
  },
  {
    id: '2026-11-29-products-of-a-battle-card',
    date: '2026-11-29',
    kind: 'added',
    title: 'A battle card compares with up to three products of yours',
    body:
      'The product of the sender profile may name several, with commas or "and" between them, also by former names. Each strength has your_products: ' +
      'those that are better, each with its mentions per 100 texts.',
    operations: ['get_battle_card', 'update_sender_profile'],
  },
  {
    id: '2026-11-29-audited-reveals-and-codes',
    date: '2026-11-29',
    kind: 'added',
    title: 'The audit log has free reveals and recovery codes',
    body:
      'contact.unlocked is recorded also where a contact was shown free, because the team had it by another unlock. factor.codes_renewed and ' +
      'factor.code_used are new actions.',
    operations: ['list_audit_log'],
  },
  {
    id: '2026-11-29-deleted-comments',
    date: '2026-11-29',
    kind: 'added',
    title: 'The deletion of a comment is recorded',
    body: 'It is the event opportunity.comment_deleted and an entry of the audit log, both without the text, and it deletes the mention from the inbox.',
    operations: ['delete_comment'],
  },
  {
    id: '2026-11-29-unknown-with-if-status',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'A change with if_status of an unknown opportunity is a 404',
    body: 'It was answered with 403 changed_meanwhile and the status new, unless if_status was new. The same holds for an id of the other mode.',
    operations: ['update_opportunity'],
  },
  {
    id: '2026-11-29-same-problem',
    date: '2026-11-29',
    kind: 'fixed',
    title: 'Themes are compared by what they are about',
    body:
      'Products and reports were compared by the names of their themes, which can differ for the same problem. Now each theme of a comparison has its ' +
      'family, and the themes of two reports of a product are the same if they have one theme_id.',
    operations: ['compare_products', 'diff_reports'],
  },
  {
    id: '2026-11-29-strength-of-mentions',
    date: '2026-11-29',
    kind: 'changed',
    title: 'The strength of a mention says how surely it is about its theme',
    body:
      'The mentions of a theme are ordered by how surely they are about it, and strength is the probability, from 0 to 1. It was how clearly the ' +
      'sentence complains. Reports made before keep theirs.',
    operations: ['list_theme_mentions'],
  },
  {
    id: '2026-11-25-suspended-teams',
    date: '2026-11-25',
    kind: 'added',
    title: 'A suspended team is refused with a reason of its own',
    body: 'Every operation answers 403 team_suspended to a team that the operator has suspended. Its data and credits are kept.',
    operations: [],
  },
  {
    id: '2026-11-25-clients',
    date: '2026-11-25',
    kind: 'added',
    title: 'Clients to download, and tools for research',
    body:
      'Every installation serves a TypeScript and a Python client at /sdk, with qualm-listen for the events of test mode. Assistants get get_switching, ' +
      'get_standing and list_theme_mentions in the set insights, search and fetch in the set research, and readonly=1 on the address. list_opportunities ' +
      'of assistants shows the need, the company and the sentence of every item.',
    operations: ['get_switching', 'get_standing', 'list_theme_mentions'],
  },
  {
    id: '2026-11-25-first-try',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Wrong headers and wrong modes are explained, and only purchases count as spending',
    body:
      'A request with X-API-Key and no Authorization is answered with 401. details.hint explains a 404 for an id of the other mode. Refusals and replays ' +
      'give their hit on the spending limits back, and test mode has a higher limit.',
    operations: ['generate_report', 'generate_pitch', 'unlock_contact'],
  },
  {
    id: '2026-11-25-quotes-removed-at',
    date: '2026-11-25',
    kind: 'added',
    title: 'A report that has lost quotes says so',
    body:
      'metadata.quotes_removed_at and a note say that quotes were taken out of a finished report, because their texts were erased or an import was ' +
      'undone. Its figures still count them; a new report does not.',
    operations: ['get_pain_points'],
  },
  {
    id: '2026-11-25-answer-in-the-thread',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Where terms forbid contact, no unlock is offered',
    body:
      'can_unlock is false for the texts of such places, and a pitch begins with the advice to answer in the thread. An unlock still answers ' +
      'suppressed, and costs nothing.',
    operations: ['list_opportunities', 'get_opportunity', 'generate_pitch', 'unlock_contact'],
  },
  {
    id: '2026-11-25-source-events',
    date: '2026-11-25',
    kind: 'added',
    title: 'Sources are in the audit log and in the events',
    body: 'The event source.changed says that a source was added to the team or removed from it. The audit log has source.added and source.removed.',
    operations: ['add_source', 'remove_source', 'list_events', 'list_audit_log'],
  },
  {
    id: '2026-11-25-own-apps',
    date: '2026-11-25',
    kind: 'added',
    title: 'Operators have the reviews of their own apps fetched',
    body:
      'The connectors google-play and app-store-connect read the APIs of the stores with a credential of the operator. They are listed with is_available ' +
      'false, and teams cannot add them.',
    operations: ['list_source_connectors', 'add_source', 'preview_source'],
  },
  {
    id: '2026-11-25-recorded-sources',
    date: '2026-11-25',
    kind: 'added',
    title: 'Recorded sources are marked',
    body:
      'is_recording is true for the sources of the sample, whose texts are a recording. Nothing is fetched for them until someone adds the same ' +
      'settings, or the operator resumes them.',
    operations: ['list_sources', 'get_source', 'add_source'],
  },
  {
    id: '2026-11-25-destinations',
    date: '2026-11-25',
    kind: 'added',
    title: 'News goes to Slack, opportunities to HubSpot',
    body:
      'POST /destinations takes an incoming webhook of Slack, for matches of saved searches, finished reports and the weekly digest, or a HubSpot account: ' +
      'qualified opportunities become deals there, and won and lost deals change the status. The events are destination.disabled and opportunity.handed_over.',
    operations: [
      ...[
        'create_destination',
        'list_destinations',
        'get_destination',
        'update_destination',
        'delete_destination',
        'test_destination',
      ],
      ...['list_destination_deliveries', 'retry_destination_delivery', 'hand_over_opportunity', 'list_hand_overs'],
    ],
  },
  {
    id: '2026-11-25-spend-remaining',
    date: '2026-11-25',
    kind: 'added',
    title: 'The account says what a credential may still spend',
    body: 'GET /account and the tool get_account have spend_remaining: what the caps of the key, or the budget of the connection, leave.',
    operations: ['get_account'],
  },
  {
    id: '2026-11-25-ledger-ids',
    date: '2026-11-25',
    kind: 'added',
    title: 'Entries of the ledger name what was bought by its ids',
    body: 'opportunity_id, product_id, pitch_id and report_id join the ledger with everything else. thing stays for one version.',
    operations: ['list_ledger', 'export_ledger'],
  },
  {
    id: '2026-11-25-team-work',
    date: '2026-11-25',
    kind: 'added',
    title: 'Teams work on opportunities together',
    body:
      'Opportunities have an assignee, can be put off with snoozed_until, and have comments and an activity. update_opportunity takes ' +
      'assignee_id, snoozed_until and if_status; list_opportunities takes assignee and snoozed, and leaves out what is put off. The events ' +
      'are opportunity.assigned and opportunity.commented, and a mention in a comment is an item of the inbox.',
    operations: [
      ...['list_opportunities', 'get_opportunity', 'update_opportunity', 'bulk_update_opportunities'],
      ...['list_comments', 'add_comment', 'delete_comment', 'list_activity', 'list_members', 'list_inbox'],
    ],
  },
  ...FIRST_CHANGES,
];
