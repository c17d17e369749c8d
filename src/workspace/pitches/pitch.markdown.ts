/** Characters with a meaning in Markdown, and the `:` `.` `@` that would turn a bare address into a link. */
const MARKS = /[\\`*_[\]<>~|@]|:(?=\/\/)|(?<=\bwww)\./gi;

/** Escapes a text so that Markdown shows it literally, on one line. */
export function literal(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/, (_, space: string, mark: string) => `${space}${mark.replace(/.$/, '\\$&')}`)
    .trim();
}

/** A block quotation of a text. */
export const quoted = (text: string): string => `> ${literal(text)}`;

/** Paragraphs separated by an empty line. Null parts are left out. */
export const paragraphs = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join('\n\n');

/** A bullet list with one line per item. */
export const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
