import type { PainPointsAnalysis } from '../analysis.types.js';
import { surelyNamedIn } from '../category.matcher.js';
import { categoryIdOf, categoryName } from '../lexicon/taxonomy.js';
import { withSentenceBefore } from '../text/quote.context.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { clipped, clippedAtWord } from '#platform/text/clipped.text.js';
import { lowerFirst, upperFirst } from '#platform/text/first.letter.js';
import { type StatedSentence, statedSentenceOf } from './stated.sentence.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import { departureIn } from './title.departures.js';
import { alternativeIn, needIn, ASKS_MAKER } from './title.needs.js';

/** The input of a title. Contact data in the analysis and the words is hidden already. */
export interface TitleSource {
  isReview: boolean;
  /** The name of the product that the text is about. */
  product: string | null;
  analysis: PainPointsAnalysis;
  /** The title or the text of the review or post. */
  words: string;
}

/** The claim of a title, and the words of the writer that show it. */
interface Claim {
  claim: string;
  words: string;
}

interface Complaint extends Claim {
  /** Between the claim and the product. */
  link: 'in' | 'of';
}

const MAX_TITLE_LENGTH = 250;
const MAX_NAME_LENGTH = 60;
const MAX_QUOTE_LENGTH = 90;
/** A shorter beginning of a quote is meaningless. */
const MIN_QUOTE_LENGTH = 20;
/** A sentence with fewer words is unclear without the sentence before. */
const TELLING_WORDS = 6;
/** A shorter headline is often "Need help". */
const HEADLINE_WORDS = 4;
const OTHER = categoryName('other');

/**
 * The wish of the writer in one line, with the words that show it: "Looks for an alternative to A: “…”". A title states
 * only what the evidence states word for word; without such evidence it names the complaint, and without a complaint it
 * quotes the writer, of a post its headline. At most 250 characters. Takes linear time.
 */
export function titleOf({ isReview, product, analysis, words }: TitleSource): string {
  const subject = product === null ? null : nameOf(product);
  const names = [...analysis.competitors_mentioned.map(nameOf), ...(subject === null ? [] : [subject])];
  const evidence = analysis.buying_signals.map((signal) => signal.evidence).filter((text) => text.trim() !== '');
  const sentences = evidence.map((text) => statedSentenceOf(text, names, isReview ? subject : null));
  const claim =
    sayingMore(
      firstOf(sentences, (sentence) => alternativeIn(sentence, subject)),
      analysis,
    ) ??
    departureOf(sentences, analysis, subject) ??
    needOf(sentences) ??
    (isReview || evidence.length === 0 ? withSignal(complaintOf(analysis, subject), sentences) : null);
  if (claim !== null) return withQuote({ ...claim, words: inContext(claim.words, words) });
  return (
    (isReview ? null : quoteOf([statedSentenceOf(headlineOf(words), [], null)])) ??
    quoteOf(sentences) ??
    quoteOf([statedSentenceOf(words, [], null)]) ??
    nothingStated(isReview, subject)
  );
}

/** The first line of a post with more lines, which says what it is about, or nothing if it has only a few words. */
function headlineOf(text: string): string {
  const [line = '', ...others] = text.trim().split('\n');
  return others.length > 0 && lengthOf(line.trim()) >= HEADLINE_WORDS ? line : '';
}

function firstOf(
  sentences: readonly StatedSentence[],
  find: (sentence: StatedSentence) => string | null,
): Claim | null {
  for (const sentence of sentences) {
    const claim = find(sentence);
    if (claim !== null) return { claim, words: sentence.text };
  }
  return null;
}

/** "Looking for an alternative to A" adds nothing to the claim: then the first problem is used, if there is one. */
function sayingMore(found: Claim | null, { items }: PainPointsAnalysis): Claim | null {
  if (found === null || lengthOf(found.words) > lengthOf(found.claim)) return found;
  return { ...found, words: wordsOf(items) || found.words };
}

/** The need. A long one is in the writer's own words already. */
function needOf(sentences: readonly StatedSentence[]): Claim | null {
  const need = firstOf(sentences, needIn);
  return need && isTelling(need.claim) ? { ...need, words: '' } : need;
}

/** The departure, with the complaint if the writer states no reason. */
function departureOf(
  sentences: readonly StatedSentence[],
  analysis: PainPointsAnalysis,
  subject: string | null,
): Claim | null {
  const departure = sayingMore(firstOf(sentences, departureIn), analysis);
  const complaint = complaintIn(analysis);
  if (departure === null || complaint === null || subject === null || departure.claim.endsWith(' over the price'))
    return departure;
  return departure.claim.replace(/^(?:Leaves|Considers leaving) /, '').startsWith(subject)
    ? { claim: `${departure.claim}, ${complaint.claim}`, words: complaint.words }
    : departure;
}

/** The best stated problem whose words are more specific than "Uninstalled", else the best one. */
const mainOf = (items: PainPointsAnalysis['items']): PainPointsAnalysis['items'][number] | undefined =>
  items.find(({ quote }) => isTelling(inOneLine(quote))) ?? items[0];

const wordsOf = (items: PainPointsAnalysis['items']): string => inOneLine(mainOf(items)?.quote ?? '');

/**
 * The main problem, as the summary of the analysis words it. A complaint has a category only if its own words name it: of the other
 * categories, three in five are wrong.
 */
function complaintIn({ items, summary }: PainPointsAnalysis): Complaint | null {
  const main = mainOf(items);
  if (main === undefined) return null;
  const words = wordsOf(items);
  // The models take many rants for requests.
  if (summary.startsWith('Asks for') && items.some(({ quote }) => ASKS_MAKER.test(quote)))
    return main.theme === OTHER ? null : { claim: 'asks for a change', words, link: 'in' };
  return isNamedIn(main.quote, main.theme)
    ? { claim: `complains about ${lowerFirst(main.theme)}`, words, link: 'of' }
    : null;
}

const isNamedIn = (quote: string, theme: string): boolean =>
  surelyNamedIn(tokenizeWords(quote)).some((id) => id === categoryIdOf(theme));

function complaintOf(analysis: PainPointsAnalysis, subject: string | null): Claim | null {
  const complaint = complaintIn(analysis);
  if (complaint !== null)
    return {
      words: complaint.words,
      claim: upperFirst(subject === null ? complaint.claim : `${complaint.claim} ${complaint.link} ${subject}`),
    };
  const { items } = analysis;
  return items.length > 0 && subject !== null ? { claim: `Complains about ${subject}`, words: wordsOf(items) } : null;
}

/** A complaint with the words about leaving that a title cannot state as a fact, unless they are too long to quote. */
function withSignal(complaint: Claim | null, sentences: readonly StatedSentence[]): Claim | null {
  const said = sentences.find(({ text }) => text !== complaint?.words && text.length <= MAX_QUOTE_LENGTH);
  return complaint && said ? { claim: `${complaint.claim} and says`, words: said.text } : complaint;
}

function inContext(quote: string, text: string): string {
  return inOneLine(withSentenceBefore(quote, text, MAX_QUOTE_LENGTH) ?? quote);
}

/** A claim with as many words of the writer as fit. Claims repeat, words do not. */
function withQuote({ claim, words: said }: Claim): string {
  const words = quotable(said);
  const room = Math.min(MAX_QUOTE_LENGTH, MAX_TITLE_LENGTH - `${claim}: “”`.length);
  return words === '' || room < MIN_QUOTE_LENGTH || repeats(words, claim)
    ? claim
    : `${claim}: “${clippedAtWord(words, room)}”`;
}

/** "[SMT]" and "SMT:" begin the headlines of some forums. */
const FORUM_TAG = /^(?:\[[A-Z]{2,5}\]|[A-Z]{3,5}:)\s+/;

/** Without the tag of a forum, without marks that belong to the words before, and with single marks for quotations inside. */
const quotable = (words: string): string =>
  words
    .replace(FORUM_TAG, '')
    .replace(/^(?:(?![([]\w)[^\p{L}\p{N}\p{Sc}\p{So}#@'"“‘])+/u, '')
    .replace(/[“”"]/g, "'");

/** Whether the words only repeat the claim: "Looking for an alternative to A" for "Looks for an alternative to A". */
function repeats(words: string, claim: string): boolean {
  if (lengthOf(words) > lengthOf(claim)) return false;
  const said = new Set(plainWordsOf(claim));
  const [, ...others] = plainWordsOf(words);
  return others.length > 0 && others.every((word) => said.has(word));
}

/** The first sentence that is more specific than "Any suggestions?", else the first one. */
function quoteOf(sentences: readonly StatedSentence[]): string | null {
  const quoted = sentences.find(({ text }) => isTelling(text)) ?? sentences[0];
  return quoted?.text
    ? `${quoted.isQuestion ? 'Asks' : 'Says'}: “${clippedAtWord(quotable(quoted.text), MAX_QUOTE_LENGTH)}”`
    : null;
}

const nothingStated = (isReview: boolean, subject: string | null): string =>
  `${isReview ? 'A review' : 'A post'}${subject === null ? '' : ` about ${subject}`}`;

/** The number of words. Counts without building a list, because each title of an export needs several counts. */
function lengthOf(text: string): number {
  let words = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words++;
  return words;
}
const isTelling = (text: string): boolean => lengthOf(text) >= TELLING_WORDS;
const nameOf = (name: string): string => clipped(inOneLine(name), MAX_NAME_LENGTH);
const plainWordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
