import { wantedThingIn, withArticle } from '#analysis/needs/title.needs.js';
import { ENGLISH_STOP_WORDS } from '#analysis/lexicon/stop.words.js';
import { detectLanguage } from '#analysis/text/language.detector.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { citedIn } from './pitch.citation.js';
import { clauseIn } from './pitch.clause.js';
import { READING } from './pitch.patterns.js';

/**
 * What a quote is about. `clause` states a problem to its writer ("you cannot export invoices"), `lack` is what is missing ("dark mode"),
 * `wanted` what the writer looks for ("a help desk with a shared inbox"). `cited` are the words of the quote itself, where its matter
 * is not surely one of these.
 */
export interface Matter {
  kind: 'clause' | 'lack' | 'wanted' | 'cited';
  words: string;
}

const MAX_NAME_LENGTH = 80;
const LONGEST_SHORT_FORM = 4;
const CAPITALS = /\p{Lu}{2,}/gu;
/** More words in capitals are shouted. */
const MAX_SHORT_FORMS = 2;

/** The problem that a quote names, else its words. Quotes in other languages than English are cited. Takes linear time. */
export function matterOf(quote: string, product: string | null): Matter {
  const problem = isEnglish(quote) ? clauseIn(quote, new Set(tokenizeWords(product ?? ''))) : null;
  return problem ? { ...problem, words: spelledAs(quote, problem.words) } : { kind: 'cited', words: citedIn(quote) };
}

/** What the writer of a quote looks for, else the words of the quote. Takes linear time. */
export function wishOf(quote: string): Matter {
  const wanted = wantedThingIn(quote) ?? nameIn(quote);
  return wanted === null ? { kind: 'cited', words: citedIn(quote, true) } : { kind: 'wanted', words: wanted };
}

function isEnglish(quote: string): boolean {
  const language = detectLanguage(quote, tokenizeWords(quote));
  return language === 'en' || language === 'und';
}

/** Words with the capitals that the quote gives to short forms: "the SSO loops". Not of a quote that shouts. */
function spelledAs(quote: string, words: string): string {
  if ((quote.match(CAPITALS) ?? []).length > MAX_SHORT_FORMS) return words;
  const lower = quote.toLowerCase();
  return words.replace(/\p{L}{2,}/gu, (word) => {
    const at = lower.indexOf(word);
    const said = at < 0 ? word : quote.slice(at, at + word.length);
    const isShortForm = said.length <= LONGEST_SHORT_FORM && said === said.toUpperCase();
    return isShortForm && !ENGLISH_STOP_WORDS.has(word) && word !== 'not' ? said : word;
  });
}

/** A quote that only names a thing: "Browser extension to mute tabs." */
function nameIn(quote: string): string | null {
  const [name = ''] = quote.split(/[,.!](?:\s|$)/, 1);
  if (name.length > MAX_NAME_LENGTH || !name.includes(' ') || READING['is-sentence'].test(name)) return null;
  const plain = name.replace(/["“”]/g, '');
  return withArticle(/^\p{Lu}\p{Ll}* /u.test(plain) ? lowerFirst(plain) : plain);
}
