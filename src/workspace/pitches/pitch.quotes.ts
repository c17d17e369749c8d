import { NAMES_THING } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { wantedProductIn } from '#analysis/needs/title.needs.js';
import { withSentenceBefore } from '#analysis/text/quote.context.js';
import { splitSentences } from '#analysis/text/sentence.splitter.js';
import { detectLanguage } from '#analysis/text/language.detector.js';
import { FAMILIES } from '#analysis/lexicon/families.js';
import { readFrames } from '#analysis/themes/families/frame.reader.js';
import { judgeStatement } from '#analysis/themes/statement.judge.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { SIGNS } from './pitch.patterns.js';
import type { PitchBrief } from './pitch.types.js';

/** A verbatim part of the text. `theme` names the problem, and is null for a wish or a question. */
export interface Quote {
  text: string;
  theme: string | null;
  signal: 'switching' | 'recommendation_request' | 'unmet_need' | 'purchase_intent' | null;
}

/** A quote, and how well it states the problem or the need of the text. */
interface Candidate {
  quote: Quote;
  worth: number;
}

/** What a quote loses that a stranger would rather not repeat. */
const UNCLEAN = 4;
/**
 * The weights of what makes one sentence of a post state its need better than another: fitted to the sentences that readers chose in
 * 780 posts (docs/analysis.md). `words` is per squared logarithm, up to the longest that counts.
 */
const WISH = { words: 0.31, headline: 1.37, product: 0.64, need: 0.46, thing: 0.53, wishes: 0.5 };
const MOST_WORDS = 25;
const MAX_LENGTH = 220;
const MIN_LENGTH = 12;
const MAX_SENTENCES = 40;

const BOLD = /\*\*/;
/** Pairs of which a quote has both or none. */
const PAIRS = ['()', '[]', '“”'];
/** Quotation marks, with and without those that may mean inches. */
const MARKS = [/"/, /(?<!\d)"/];
/** Begins only at the start of a run, so that a run inside the text is read once. */
const TRAILING_MARKS = /(?<!["“”\s])["“”\s]+$/;
const LEADING_MARKS =
  /^(?:[\s*•·>"“”'‘’\-–—),;]+|[:;=]-?[()|/]+|\[[A-Z]{2,5}\]|(?:[A-Z]{3,5}|Edit|Update):(?=\s)|(?:Bonjour|Bonsoir|Hello|Hi)\b[\s,.!]+(?:(?:all|everyone|folks|guys|reddit|there)\b[\s,.!]+)?|&gt;)+/;
/** What the writer added to the text later. "Since the update: crashes" is no addition. */
const ADDITION = /\s(?:(?:Edit|EDIT|UPDATE)(?: ?\d+)?|(?<=[.!?]\s)Update) ?:.*$/;
/** A sentence that is such an addition. */
const ADDED_LATER = /^\W*(?:edit|update)\b/i;
/** The end of a sentence without a space after it, or a line of dashes. */
const UNSPACED_END = /(?<=\p{Ll}{3}[.!?][)”"]?)(?=\p{Lu}\p{Ll}{3}|I\b)|[—–-]{3,}/u;

/**
 * Quotes that a stranger may repeat to the person, those first that state the problem or the need best. Every quote is a verbatim part
 * of the text, and decent if any sentence is.
 */
export function quotesOf(brief: PitchBrief): Quote[] {
  const asks = brief.painPoints.buying_signals.some(({ type }) => type !== 'switching');
  const candidates = asks ? wishesOf(brief) : problemsOf(brief);
  const ranked = candidates
    .filter(({ quote }) => /\p{L}{2}/u.test(quote.text) && !SIGNS['rules-out'].test(quote.text))
    .map(({ quote, worth }) => ({ quote, worth: isClean(quote.text) ? worth : worth - UNCLEAN }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ quote }) => quote);
  const distinct = ranked.filter((quote, index) => ranked.findIndex(({ text }) => text === quote.text) === index);
  const decent = distinct.filter(({ text }) => !isIndecent(text));
  return decent.length > 0 ? decent : firstWords(brief);
}

/** The problems that the analysis of a text found, the sentences that leave, and the others that do not praise. */
function problemsOf({ title, text, painPoints }: PitchBrief): Candidate[] {
  const language = detectLanguage(text, tokenizeWords(text));
  const sentences = firstSentencesOf(text);
  const whole = inContext(text);
  const isQuotedInPart = (sentence: string): boolean =>
    painPoints.items.some(({ quote }) => sentence !== quote && sentence.includes(quote));
  const judged = (quote: Quote, place: number, pain = 0): Candidate => {
    const words = tokenizeWords(quote.text);
    return { quote, worth: judgeStatement({ length: words.length, frames: readFrames(words, language), place, pain }) };
  };
  return [
    ...painPoints.items.map(({ quote, theme, confidence }) =>
      judged({ text: whole(quote), theme, signal: null }, placeIn(sentences, quote), logOdds(confidence)),
    ),
    ...painPoints.buying_signals.map(({ type, evidence }) =>
      judged({ text: whole(evidence), theme: null, signal: type }, placeIn(sentences, evidence)),
    ),
    // The title has the place of the first sentence.
    ...[title ?? [], sentences]
      .flat()
      .filter((each) => !SIGNS.praises.test(each) && !isQuotedInPart(each))
      .map((each) => judged(unread(tidy(each)), Math.max(0, sentences.indexOf(each)))),
  ];
}

/** The title and the sentences of a post that asks for something. The first one is its headline. */
function wishesOf({ title, text, painPoints: { items, buying_signals: signals } }: PitchBrief): Candidate[] {
  const sentences = [title ?? [], firstSentencesOf(text)].flat();
  return sentences.map((sentence, place) => {
    const wishes = SIGNS.wishes.test(sentence);
    const stated = signals.find(({ evidence }) => evidence === sentence) ?? (wishes ? signals[0] : undefined);
    const theme = items.find(({ quote }) => quote === sentence)?.theme ?? null;
    const words = Math.min(MOST_WORDS, sentence.split(/\s+/).length);
    return {
      quote: { text: tidy(sentence), theme, signal: stated?.type ?? null },
      worth:
        WISH.words * Math.log(words + 1) ** 2 +
        (place === 0 ? WISH.headline : 0) +
        (wantedProductIn(sentence) === null ? 0 : WISH.product) +
        (statedNeedIn([sentence]) === null ? 0 : WISH.need) +
        (NAMES_THING.test(sentence) ? WISH.thing : 0) +
        (wishes ? WISH.wishes : 0),
    };
  });
}

const firstSentencesOf = (text: string): string[] =>
  splitSentences(text)
    .slice(0, MAX_SENTENCES)
    .filter((sentence) => !ADDED_LATER.test(sentence));

/** A sentence that the analysis does not quote. */
const unread = (text: string): Quote => ({ text, theme: null, signal: null });

/** The place of the sentence that has a quote, or begins it; else the place after the last. */
function placeIn(sentences: readonly string[], quote: string): number {
  const place = sentences.findIndex((sentence) => sentence.includes(quote) || quote.startsWith(sentence));
  return place < 0 ? sentences.length : place;
}

function logOdds(confidence: number): number {
  const sure = Math.min(0.99, Math.max(0.01, confidence));
  return Math.log(sure / (1 - sure));
}

/** The sentences of the text that may be repeated, in order, whatever they are about. */
export const sentencesOf = ({ text }: PitchBrief): Quote[] =>
  firstSentencesOf(text)
    .map(tidy)
    .filter(
      (each) =>
        each.length > 2 * MIN_LENGTH &&
        !isIndecent(each) &&
        !SIGNS.links.test(each) &&
        !SIGNS['points-back'].test(each),
    )
    .map(unread);

/** The families of problems whose failure an English or French sentence says in words that leave no doubt, most specific first. */
export function familiesSaidIn(sentence: string): string[] {
  const words = tokenizeWords(sentence);
  return readFrames(words, detectLanguage(sentence, words)).close.map((family) => FAMILIES[family]?.key ?? '');
}

/** Whether a sentence says that something fails, in words that leave no doubt about what. */
export const namesProblem = (sentence: string): boolean => familiesSaidIn(sentence).length > 0;

/**
 * Quotes in the form in which they are repeated: a few words such as "Still does not work." with the sentence before them, which
 * says what they are about, and words that were cut inside a word without the rest of it.
 */
function inContext(text: string): (quote: string) => string {
  return (quote) => {
    const whole = withSentenceBefore(quote, text, MAX_LENGTH);
    if (whole === null) return tidy(uncut(quote, text));
    const before = whole.slice(0, -quote.length);
    return tidy(SIGNS.praises.test(before) || isIndecent(before) || /[\r\n]/.test(whole) ? quote : whole);
  };
}

/** The quote up to its last whole word, if the text goes on inside a word. */
function uncut(quote: string, text: string): string {
  const at = text.indexOf(quote);
  const isCut =
    at >= 0 && /\p{L}$/u.test(quote) && /^\p{L}/u.test(text.slice(at + quote.length, at + quote.length + 2));
  return isCut ? `${quote.replace(/\s\S*$/, '')}…` : quote;
}

/** Whether a sentence names a problem and makes sense without the sentence before it. */
export function standsAlone(text: string): boolean {
  return (
    text.length > 2 * MIN_LENGTH &&
    (SIGNS.complains.test(text) || namesProblem(text)) &&
    !SIGNS.praises.test(text) &&
    !SIGNS['points-back'].test(text)
  );
}

const isIndecent = (text: string): boolean => SIGNS.swears.test(text) || SIGNS.masks.test(text);

const isPaired = (text: string): boolean =>
  MARKS.some((mark) => text.split(mark).length % 2 === 1) &&
  PAIRS.every(([open = '', close = '']) => text.split(open).length === text.split(close).length);

/** False for a number of stars, warnings, links, code, and one bracket or quotation mark of two. */
const isClean = (text: string): boolean =>
  ![SIGNS.rates, SIGNS.warns, SIGNS.links, BOLD].some((sign) => sign.test(text)) && isPaired(text);

/** One line without list markers. A long sentence is cut, at a comma if there is one, and before a bracket that would stay open. */
export function tidy(quote: string): string {
  const line = quote
    .replace(/[\r\n\t]+/g, ' ')
    .replace(LEADING_MARKS, '')
    .replace(TRAILING_MARKS, '')
    .replace(ADDITION, '')
    .trim();
  const parts = line.split(UNSPACED_END);
  if (parts.length > 1)
    return tidy(parts.find(namesProblem) ?? parts.find((part) => SIGNS.complains.test(part)) ?? parts[0] ?? line);
  if (line.length <= MAX_LENGTH) return line.replace(/(?<![,;:–—-])[,;:–—-]$/, '…');
  const start = line.slice(0, MAX_LENGTH);
  const clause = start.search(/[,;:–—][^,;:–—]*$/);
  const bracket = start.lastIndexOf('(');
  const isOpen = bracket > 2 * MIN_LENGTH && !start.includes(')', bracket);
  const cut = isOpen ? bracket : clause > MAX_LENGTH / 2 ? clause : start.lastIndexOf(' ');
  return `${start.slice(0, cut > 0 ? cut : MAX_LENGTH).trimEnd()}…`;
}

/** The fallback when the analysis has no usable quote: the title or the first decent sentence, if any. */
function firstWords({ title, text }: PitchBrief): Quote[] {
  const sentences = [title ?? '', ...text.split(/(?<=[.!?])\s+|\n+/)].map(tidy);
  const decent = sentences.find((each) => each.length >= MIN_LENGTH && !isIndecent(each) && !SIGNS.links.test(each));
  return decent === undefined ? [] : [{ text: decent, theme: null, signal: null }];
}
