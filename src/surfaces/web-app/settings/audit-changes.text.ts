import { type Scope, SCOPE_WORDS, usableScopes } from '#access/policy/key.scopes.js';
import type { AuditChanges } from '#accounts/audit/audit.types.js';
import { planName } from '#accounts/teams/plans.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import { counted } from '#platform/text/counted.text.js';
import { dayText } from '#platform/text/day.text.js';
import { type DestinationKind, type DestinationNews, KIND_NAMES } from '#workspace/destinations/destination.types.js';
import { filterLabelOf, filterValueOf } from '../parts/filter-chips.page.js';
import { DISABLED_WORDS } from './disabled.words.js';
import { eventWords } from './event-picker.page.js';
import { NEWS_WORDS } from './settings-destinations.page.js';

/** Longer values are cut. */
const MAX_VALUE_LENGTH = 61;

const FILTERS = 'filters.';
const TIME = /^\d{4}-\d\d-\d\dT/;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The fields that the audit log records, as the app calls them. Filters of saved searches have the names of the list. */
const FIELD_LABELS: Record<string, string> = {
  allowed_cidrs: 'Allowed addresses',
  assignee: 'Assigned to',
  ask_before_spending: 'Ask before spending',
  credit_budget: 'Credits in 30 days',
  credits_balance: 'Credits',
  daily_cap: 'Daily cap',
  days: 'Days',
  'deliver.email.frequency': 'Digest',
  'deliver.email.hour': 'Hour of the digest',
  'deliver.email.recipients': 'Digest to',
  'deliver.email.time_zone': 'Time zone of the digest',
  'deliver.email.weekday': 'Day of the digest',
  'deliver.feed': 'Feed',
  'deliver.inbox': 'Inbox',
  'deliver.webhook': 'Webhooks',
  disabled_reason: 'Turned off',
  event_types: 'Events',
  expires_at: 'Ends on',
  is_enabled: 'Saved search',
  period_ends_at: 'End of the period',
  provider: 'Identity provider',
  recipients: 'Digest to',
  requires_two_factor: 'Two-factor authentication for all',
  scopes: 'Scopes',
  snoozed_until: 'Put off until',
  spend_cap: 'Spend cap',
  target: 'Person',
  target_id: 'Number in the committee',
  url: 'Address',
};

/** Fields whose value is an id alone. */
const IDS = ['id', 'comment'];

/** Values with words of their own, by their fields. */
const VALUE_WORDS: Record<string, (value: string) => string | undefined> = {
  disabled_reason: (reason) => DISABLED_WORDS[reason as keyof typeof DISABLED_WORDS],
  event_types: (type) => (type === '*' ? 'all' : eventWords(type)),
  kind: (kind) => KIND_NAMES[kind as DestinationKind],
  list: (list) => (list === 'audit-log' ? 'audit log' : undefined),
  news: (news) => NEWS_WORDS[news as DestinationNews]?.[0],
  plan: planName,
  scopes: (scope) => SCOPE_WORDS[scope as Scope],
  status: (status) => status.replaceAll('_', ' '),
};

/** What changed, field by field. The value before is left out where there was none. */
export function changesIn(changes: AuditChanges): string {
  return Object.entries(withUsableScopes(changes))
    .filter(([field]) => !IDS.includes(field))
    .flatMap(([field, [before, after]]) => {
      const [old, next] = [fieldsOf(field, before), fieldsOf(field, after)];
      return [...new Set([...old.keys(), ...next.keys()])].map(
        (name) => [name, old.get(name), next.get(name)] as const,
      );
    })
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => {
      const old = before === undefined ? '' : `${shortened(before)} → `;
      return `${labelOf(name)}: ${old}${after === undefined ? 'none' : shortened(after)}`;
    })
    .join('; ');
}

/** A new key without a spend cap has no scope that spends, as the table of keys says. */
function withUsableScopes(changes: AuditChanges): AuditChanges {
  const [scopes, cap] = [changes.scopes?.[1], changes.spend_cap];
  if (!Array.isArray(scopes) || cap?.[1] !== null) return changes;
  return { ...changes, scopes: [changes.scopes?.[0] ?? null, usableScopes(scopes as Scope[], null)] };
}

function labelOf(field: string): string {
  if (field.startsWith(FILTERS)) return filterLabelOf(field.slice(FILTERS.length));
  const words = FIELD_LABELS[field] ?? field.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields of a value, by their names, in words. An object may stand as JSON in a text. */
function fieldsOf(name: string, value: unknown): Map<string, string> {
  const given = typeof value === 'string' && value.startsWith('{') ? parsed(value) : value;
  if (given === null || given === undefined) return new Map();
  if (typeof given !== 'object' || Array.isArray(given)) return new Map([[name, wordsOf(name, given)]]);
  return new Map(Object.entries(given).flatMap(([key, inner]) => [...fieldsOf(`${name}.${key}`, inner)]));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Ids say nothing to a reader, so people are counted. */
function wordsOf(name: string, value: unknown): string {
  const values = [value].flat();
  if (name === 'assignee') return 'a member';
  if (name.endsWith('recipients')) return counted(values.length, 'person', 'people');
  return values.map((each) => wordOf(name, each)).join(', ') || (name === 'allowed_cidrs' ? 'any' : 'none');
}

function wordOf(name: string, value: unknown): string {
  const text = String(value);
  if (name.startsWith(FILTERS)) return filterValueOf(name.slice(FILTERS.length), text, NO_NAMES);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en');
  return VALUE_WORDS[name]?.(text) ?? (TIME.test(text) ? dayText(text) : text);
}

const shortened = (text: string): string => clippedAtWord(text, MAX_VALUE_LENGTH);
