/** What Markdown acts on, and the `:` `.` `@` that would turn a bare address into a link. */
const MARKS = /[\\`*_[\]<>~|@]|:(?=\/\/)|(?<=\bwww)\./gi;

/** Somebody's words as Markdown that shows exactly them: one line, nothing in it acts. */
export function literal(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/, (_, space: string, mark: string) => `${space}${mark.replace(/.$/, '\\$&')}`)
    .trim();
}

/** A block quotation of somebody's words. */
export const quoted = (text: string): string => `> ${literal(text)}`;

/** Paragraphs, one empty line apart; null ones are left out. */
export const paragraphs = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join('\n\n');

/** A list, one line an item. */
export const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
