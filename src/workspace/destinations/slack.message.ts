import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';

/** The limits of Slack: blocks of a message, characters of a text of a section, of a header and of an image's description. */
const MAX_BLOCKS = 50;
const MAX_TEXT = 3_000;
const MAX_HEADER = 150;
const MAX_ALT = 2_000;

/** One block of Block Kit. */
export type SlackBlock = Record<string, unknown>;

/** A message as an incoming webhook takes it. `text` is shown in notifications. */
export interface SlackMessage {
  text: string;
  blocks: SlackBlock[];
  unfurl_links: false;
  unfurl_media: false;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text with the three characters escaped that Slack gives a meaning, and without control characters. */
export const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]/gu, ' ').replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** At most `most` characters of a text in one line, escaped. An escape is never cut. */
export function escapedLine(text: string, most: number): string {
  const line = inOneLine(text);
  let kept = clipped(line, most);
  while (escaped(kept).length > most) kept = clipped(line, kept.length - 1);
  return escaped(kept);
}

/** A link with a label. An address with a sign that would end the link is encoded. */
export const linked = (url: string, label: string, most = 300): string =>
  `<${escaped(encodeURI(decodeURI(url))).replaceAll('|', '%7C')}|${escapedLine(label, most).replaceAll('|', '¦')}>`;

/** A section with text in mrkdwn, whose parts are escaped already. Addresses and names in it are not linked by themselves. */
export const section = (text: string): SlackBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.length > MAX_TEXT ? escapedLine(text, MAX_TEXT) : text, verbatim: true },
});

export const header = (text: string): SlackBlock => ({
  type: 'header',
  text: { type: 'plain_text', text: clipped(inOneLine(text), MAX_HEADER), emoji: false },
});

/** Small text below the rest. */
export const context = (text: string): SlackBlock => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text, verbatim: true }],
});

/** A picture that Slack fetches from a public address. */
export const picture = (url: string, alt: string): SlackBlock => ({
  type: 'image',
  image_url: url,
  alt_text: clipped(inOneLine(alt), MAX_ALT),
});

/** A message of these blocks. `summary` is plain text. */
export const messageOf = (summary: string, blocks: readonly SlackBlock[]): SlackMessage => ({
  text: escapedLine(summary, MAX_TEXT),
  blocks: blocks.slice(0, MAX_BLOCKS),
  unfurl_links: false,
  unfurl_media: false,
});
