import { clipped } from '#platform/text/clipped.text.js';
import { counted } from '#platform/text/counted.text.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import type { InboxKind } from './inbox-item.entity.js';
import type { InboxEvent } from './inbox.queries.js';

/** The text of an event in the inbox. With `replaces`, an existing item gets the title. */
interface ItemContent {
  kind: InboxKind;
  subject: string;
  title: string;
  path: string;
  /** The item is removed with this opportunity. */
  opportunity_id?: string;
  replaces: boolean;
}

interface Named {
  id: string;
  name: string;
}

/** The types of team events that make an item, each with the text of the item. */
const CONTENTS: Record<string, (data: Record<string, unknown>, id: string) => ItemContent | null> = {
  'report.completed': (data) => ofReport(data, 'The report is ready', false),
  'theme.spiked': (data) => {
    const count = (data.themes as unknown[]).length;
    return ofReport(data, `The report is ready, with ${counted(count, 'new or growing theme')}`, true);
  },
  'credits.low': ({ threshold }, subject) => ({
    kind: 'threshold',
    subject,
    title: `${Number(threshold)}% of the credits of this period are used`,
    path: '/app/credits',
    replaces: false,
  }),
  'key.spend_threshold': ({ key, threshold, cap }, subject) => ({
    kind: 'threshold',
    subject,
    title: `The key ${(key as Named).name} has used ${Number(threshold)}% of its ${cap === 'day' ? 'daily cap' : 'spend cap'}`,
    path: '/app/settings/keys',
    replaces: false,
  }),
  'webhook_endpoint.disabled': ({ endpoint }, subject) => {
    const { id, url } = endpoint as { id: string; url: string };
    const title = `The webhook endpoint ${url} was disabled`;
    return { kind: 'endpoint', subject, title, path: `/app/settings/webhooks/${id}`, replaces: false };
  },
  'destination.disabled': ({ destination, detail }, subject) => {
    const { id, name } = destination as Named;
    const title = `The destination ${name} was disabled${detail === null ? '' : `: ${lowerFirst(detail as string)}`}`;
    return { kind: 'endpoint', subject, title, path: `/app/settings/destinations/${id}`, replaces: false };
  },
  'opportunity.commented': ({ opportunity_id, comment, mentions, by }) => {
    const names = (mentions as Named[]).map(({ name }) => name);
    if (names.length === 0) return null;
    const { id, text } = comment as { id: string; text: string };
    const title = `${(by as Named).name ?? 'Someone'} to ${names.join(', ')}: ${inOneLine(clipped(text, MAX_TEXT_LENGTH))}`;
    return {
      kind: 'mention',
      subject: id,
      title,
      path: `/app/opportunities/${String(opportunity_id)}`,
      opportunity_id: String(opportunity_id),
      replaces: false,
    };
  },
};

const MAX_TEXT_LENGTH = 140;

export const INBOX_TYPES = Object.keys(CONTENTS);

/** The text of an event in the inbox; null for a comment without a mention. @throws for a type without one */
export function itemContentOf({ id, type, data }: InboxEvent): ItemContent | null {
  const contentOf = CONTENTS[type];
  if (!contentOf) throw new Error(`An event ${type} makes no inbox item.`);
  return contentOf(data, id);
}

/** Whether a title has an address that is not the end or the beginning of a longer one. */
export function hasAddress(title: string, address: string): boolean {
  const [text, sought] = [title.toLowerCase(), address.toLowerCase()];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const isLonger =
      /[\p{L}\p{N}._+-]/u.test(text.charAt(at - 1)) || /^\.?[\p{L}\p{N}-]/u.test(text.slice(at + sought.length));
    if (!isLonger) return true;
  }
  return false;
}

/**
 * The title of a mention after a person in it has deleted the account. The comment itself is left out, because its text may name the
 * person in another way.
 */
export function titleWithout(title: string, address: string): string {
  const isPerson = (name: string): boolean => name.toLowerCase() === address.toLowerCase();
  const [people = ''] = title.split(': ', 1);
  return people.replaceAll(/[^\s,]+/g, (word, at) => (isPerson(word) ? `${at === 0 ? 'A' : 'a'} former member` : word));
}

function ofReport(data: Record<string, unknown>, text: string, replaces: boolean): ItemContent {
  const { id, name } = data.product as Named;
  const title = `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return { kind: 'report', subject: String(data.report_id), title, path: `/products/${id}`, replaces };
}
