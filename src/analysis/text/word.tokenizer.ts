const TOKEN =
  /https?:\/\/\S+|www\.\S+|[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*(?:'\p{L}+)*|[!?]+|\.{2,}|[.,;:()\n]|[$€£]|\p{Extended_Pictographic}/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u0060\u00B4]/g;
/** The character codes of marks that end a phrase. */
const BREAKS = new Set([...'.,;:()\n!?'].map((mark) => mark.charCodeAt(0)));

/** Limit of words that are read of one text. */
export const MAX_WORDS = 600;

const ENGLISH_TAILS: Record<string, string> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would' };
const FRENCH_HEADS: Record<string, string> = {
  l: 'le',
  d: 'de',
  qu: 'que',
  j: 'je',
  n: 'ne',
  s: 'se',
  c: 'ce',
  m: 'me',
  t: 'te',
};
const IS_AFTER = new Set(['it', 'that', 'there', 'what', 'here', 'he', 'she', 'who', 'where', 'how', 'let']);

/** Short forms without an apostrophe, and negations that change the verb. */
const SHORT_FORMS: Record<string, string[]> = {
  cannot: ['can', 'not'],
  "can't": ['can', 'not'],
  "won't": ['will', 'not'],
  "ain't": ['is', 'not'],
  im: ['i', 'am'],
  ive: ['i', 'have'],
  thats: ['that', 'is'],
  theres: ['there', 'is'],
  whats: ['what', 'is'],
  dosent: ['does', 'not'],
  dosnt: ['does', 'not'],
  plz: ['please'],
  pls: ['please'],
};
for (const verb of 'do does did is was are were would could should have has had'.split(' '))
  SHORT_FORMS[`${verb}nt`] = [verb, 'not'];
SHORT_FORMS.cant = ['can', 'not'];
SHORT_FORMS.wont = ['will', 'not'];

/** Normalizes compatibility forms, apostrophes and case. For features only, never for quotes. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').replace(APOSTROPHES, "'").toLowerCase();
}

/** True for punctuation tokens, which end a phrase. */
export function isBreak(word: string): boolean {
  return BREAKS.has(word.charCodeAt(0));
}

/**
 * Splits a text into lower-case words and punctuation tokens. Short forms are expanded: "don't" to `do not`, "n'arrive"
 * to `ne arrive`.
 */
export function tokenizeWords(text: string): string[] {
  const tokens = normalizeText(text).match(TOKEN) ?? [];
  const words: string[] = [];
  for (const token of tokens) {
    if (words.length >= MAX_WORDS) break;
    words.push(...wordsOf(token));
  }
  return words;
}

const MAX_CACHED_TOKENS = 60_000;
const cache = new Map<string, readonly string[]>();

/** The words of a token. They are the same objects each time, so that looking one up compares no characters. */
function wordsOf(token: string): readonly string[] {
  let words = cache.get(token);
  if (words) return words;
  const expanded: string[] = [];
  expandToken(token, expanded);
  words = expanded;
  if (cache.size >= MAX_CACHED_TOKENS) cache.clear();
  cache.set(token, words);
  return words;
}

function expandToken(token: string, words: string[]): void {
  const short = Object.hasOwn(SHORT_FORMS, token) ? SHORT_FORMS[token] : undefined;
  if (short) {
    words.push(...short);
    return;
  }
  const at = token.indexOf("'");
  if (at <= 0 || token.startsWith('http')) {
    words.push(plainToken(token));
    return;
  }
  const head = token.slice(0, at);
  const tail = token.slice(at + 1);
  const english = Object.hasOwn(ENGLISH_TAILS, tail) ? ENGLISH_TAILS[tail] : undefined;
  const french = Object.hasOwn(FRENCH_HEADS, head) ? FRENCH_HEADS[head] : undefined;
  if (tail === 't' && head.endsWith('n') && head.length > 1) words.push(head.slice(0, -1), 'not');
  else if (english) words.push(head, english);
  else if (tail === 's') words.push(...(IS_AFTER.has(head) ? [head, 'is'] : [head]));
  else if (french) {
    words.push(french);
    expandToken(tail, words);
  } else words.push(token);
}

function plainToken(token: string): string {
  if (token.startsWith('http') || token.startsWith('www.')) return '<url>';
  if (/^\d{3,}$/.test(token)) return '<number>';
  if (/^[!?.]{2,}$/.test(token)) return token.charAt(0) + token.charAt(0);
  return token.length > 30 ? token.slice(0, 30) : token;
}
