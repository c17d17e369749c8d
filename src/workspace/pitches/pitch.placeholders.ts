import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import { literal } from './pitch.markdown.js';

/** A name in brackets for an unknown value, such as `[Your company]` or `{{name}}`. A link is not a placeholder. */
const ANY =
  '(?:\\\\?\\[(?:(?:your|my|our|sender|company|product|first|last|full)\\b[^\\]\\n]{0,40}|name|title|role|position)\\](?!\\()|\\{\\{[^}\\n]{1,40}\\}\\})';
const PLACEHOLDER = new RegExp(ANY, 'gi');
/** A placeholder with the comma that sets it off, at either end of a line such as `[your title], Acme`. */
const SET_OFF = new RegExp(`^${ANY}\\s{0,3}[,|–—-]\\s{0,3}|\\s{0,3}[,|–—-]\\s{0,3}${ANY}$`, 'gi');
const KNOWN: readonly [placeholder: RegExp, field: 'name' | 'company' | 'product' | 'role'][] = [
  [/\\?\[(?:your|my|sender) (?:full )?name\\?\](?!\()/gi, 'name'],
  [/\\?\[(?:your|my|our) company(?: name)?\\?\](?!\()/gi, 'company'],
  [/\\?\[(?:your|my|our) product(?: name)?\\?\](?!\()/gi, 'product'],
  [/\\?\[(?:your|my) (?:role|title|position|job title)\\?\](?!\()/gi, 'role'],
];
const NO_WORDS = /^[\s,|–—-]*$/;

/** A line that the person wrote. */
const isQuotation = (line: string): boolean => line.startsWith('>');

/** The draft with placeholders of the sender filled in. A line with only unknown placeholders is left out. */
export function fillPlaceholders(markdown: string, sender: Sender): string {
  const lines = markdown.split('\n').flatMap((line) => {
    if (isQuotation(line)) return [line];
    const filled = KNOWN.reduce((text, [placeholder, field]) => {
      const value = sender[field];
      return value === null ? text : text.replace(placeholder, () => literal(value));
    }, line);
    const kept = filled.replace(SET_OFF, '');
    const rest = kept.replace(PLACEHOLDER, '');
    return rest !== filled && NO_WORDS.test(rest) ? [] : [kept];
  });
  return lines.join('\n').trim();
}

/** Whether a placeholder is left outside the quotations. */
export const hasPlaceholder = (markdown: string): boolean =>
  markdown.split('\n').some((line) => !isQuotation(line) && line.search(PLACEHOLDER) >= 0);
