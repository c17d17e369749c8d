import { NAMES_THING } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { wantedThingIn } from '#analysis/needs/title.needs.js';
import { withSentenceBefore } from '#analysis/text/quote.context.js';
import { splitSentences } from '#analysis/text/sentence.splitter.js';
import { detectLanguage } from '#analysis/text/language.detector.js';
import { FAMILIES } from '#analysis/lexicon/families.js';
import { readFrames } from '#analysis/themes/families/frame.reader.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { SIGNS } from './pitch.patterns.js';
import { topicOf } from './pitch.topic.js';
import type { PitchBrief } from './pitch.types.js';

/** A verbatim part of the text. `theme` names the problem, and is null for a wish or a question. */
export interface Quote {
  text: string;
  theme: string | null;
  signal: 'switching' | 'recommendation_request' | 'unmet_need' | 'purchase_intent' | null;
}

const MAX_LENGTH = 220;
const MIN_LENGTH = 12;
const MAX_SENTENCES = 40;
const NO_THEME = 'Other complaints';

const BOLD = /\*\*/;
/** Pairs of which a quote has both or none. */
const PAIRS = ['()', '[]', '“”'];
/** At least this share of the letters are capitals. */
const SHOUTING = 0.4;
const SEVERITY = { low: 0, medium: 0.2, high: 0.4, critical: 0.6 };
/** Begins only at the start of a run, so that a run inside the text is read once. */
const TRAILING_MARKS = /(?<!["“”\s])["“”\s]+$/;
const LEADING_MARKS =
  /^(?:[\s*•·>"“”'‘’\-–—),;]+|[:;=]-?[()|/]+|\[[A-Z]{2,5}\]|(?:[A-Z]{3,5}|Edit|Update):(?=\s)|(?:Bonjour|Bonsoir|Hello|Hi)\b[\s,.!]+|&gt;)+/;
/** What the writer added to the text later. "Since the update: crashes" is no addition. */
const ADDITION = /\s(?:(?:Edit|EDIT|UPDATE)(?: ?\d+)?|(?<=[.!?]\s)Update) ?:.*$/;
/** A sentence that is such an addition. */
const ADDED_LATER = /^\W*(?:edit|update)\b/i;
/** The end of a sentence without a space after it, or a line of dashes. */
const UNSPACED_END = /(?<=\p{Ll}{3}[.!?])(?=\p{Lu}\p{Ll}{3})|[—–-]{3,}/u;

/**
 * Quotes that a stranger may repeat to the person, best first: short, complete, about the problem, and decent.
 * Every quote is a verbatim part of the text.
 */
export function quotesOf(brief: PitchBrief): Quote[] {
  const { items, buying_signals: signals } = brief.painPoints;
  const asks = signals.some(({ type }) => type !== 'switching');
  const whole = inContext(brief.text);
  // A sentence that asks is a question, whatever problem it names.
  const problems = items.filter(
    ({ quote }) => !asks || (!quote.endsWith('?') && signals.every(({ evidence }) => evidence !== quote)),
  );
  const candidates = [
    ...problems.map((item) => ({
      quote: { text: whole(item.quote), theme: item.theme, signal: null },
      worth:
        item.confidence +
        SEVERITY[item.severity] +
        (item.theme === NO_THEME ? 0 : 0.5) +
        (topicOf(item.quote, item.theme) === null ? 0 : 0.3) +
        // A person who asks wants an answer to their question, not to an older problem.
        (asks ? -1.5 : 0.4),
    })),
    ...(asks ? [opening(brief, signals[0]?.type ?? null)] : otherProblems(brief)),
    ...signals.map(({ type, evidence }) => ({
      quote: { text: whole(evidence), theme: null, signal: type },
      // For a person who leaves, the reason matters more.
      worth: type === 'switching' ? 0.4 : (isStated(evidence) ? 1.6 : 1.2) + worthOfThing(evidence),
    })),
  ];
  const usable = candidates
    .filter(({ quote }) => /\p{L}{2}/u.test(quote.text) && !SIGNS['rules-out'].test(quote.text))
    .map((candidate) => ({ ...candidate, families: familiesSaidIn(candidate.quote.text) }));
  const givesReason = usable.some(({ families }) => families.some((family) => family !== 'price'));
  const ranked = usable
    .map(({ quote, worth, families }) => ({
      quote,
      // "Not worth the price" sums up what another sentence says.
      worth: worth + readabilityOf(quote, asks) - (givesReason && isPrice(families) ? 1.5 : 0),
    }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ quote }) => quote);
  const distinct = ranked.filter((quote, index) => ranked.findIndex(({ text }) => text === quote.text) === index);
  const decent = distinct.filter(({ text }) => !isIndecent(text));
  return decent.length > 0 ? decent : firstWords(brief);
}

/** The sentences of the text that may be repeated, in order, whatever they are about. */
export const sentencesOf = ({ text }: PitchBrief): Quote[] =>
  splitSentences(text)
    .slice(0, MAX_SENTENCES)
    .filter((sentence) => !ADDED_LATER.test(sentence))
    .map(tidy)
    .filter(
      (each) =>
        each.length > 2 * MIN_LENGTH &&
        !isIndecent(each) &&
        !SIGNS.links.test(each) &&
        !SIGNS['points-back'].test(each),
    )
    .map((sentence) => ({ text: sentence, theme: null, signal: null }));

const isStated = (sentence: string): boolean => statedNeedIn([sentence]) !== null;

/** The first sentence of the post, in which most people state their question. */
function opening({ title, text }: PitchBrief, signal: Quote['signal']): { quote: Quote; worth: number } {
  const [first = ''] = (title ?? text).trim().split(/(?<=[.!?])\s+|\n+/);
  return {
    quote: { text: tidy(first), theme: null, signal },
    worth: (isStated(first) ? 1.8 : SIGNS.wishes.test(first) ? 1.4 : 0.9) + worthOfThing(first),
  };
}

/** The title and the sentences of a review that name a problem, which are better than a plea to fix it. */
const otherProblems = ({ title, text }: PitchBrief): { quote: Quote; worth: number }[] =>
  [title ?? '', ...splitSentences(text).slice(0, MAX_SENTENCES)]
    .filter((sentence) => SIGNS.complains.test(sentence) && namesProblem(sentence))
    .map((sentence) => ({ quote: { text: tidy(sentence), theme: null, signal: null }, worth: 0.8 }));

/** The families of problems whose failure an English or French sentence says in words that leave no doubt, most specific first. */
export function familiesSaidIn(sentence: string): string[] {
  const words = tokenizeWords(sentence);
  return readFrames(words, detectLanguage(sentence, words)).close.map((family) => FAMILIES[family]?.key ?? '');
}

/** Whether a sentence says that something fails, in words that leave no doubt about what. */
export const namesProblem = (sentence: string): boolean => familiesSaidIn(sentence).length > 0;

const isPrice = (families: readonly string[]): boolean =>
  families.length > 0 && families.every((family) => family === 'price');

function worthOfThing(sentence: string): number {
  const thing = wantedThingIn(sentence);
  const worth = thing === null ? 0 : SIGNS['vague-thing'].test(thing) ? 0.2 : 0.7;
  return (NAMES_THING.test(sentence) ? 0.3 : 0) + worth;
}

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
  PAIRS.every(([open = '', close = '']) => text.split(open).length === text.split(close).length);

/** A score for the clarity of a sentence on its own, in a text that asks for something or not. */
function readabilityOf({ text, signal }: Quote, asks: boolean): number {
  let score = 0;
  if (text.length >= 25 && text.length <= 140) score += 0.4;
  if (text.length < MIN_LENGTH) score -= 0.8;
  if (SIGNS.complains.test(text) || (signal !== null && SIGNS.wishes.test(text))) score += 0.4;
  if (namesProblem(text)) score += asks ? 1.2 : 1.8;
  if (SIGNS.praises.test(text)) score -= 0.6;
  if (SIGNS.rates.test(text)) score -= 0.6;
  if (SIGNS.links.test(text)) score -= 0.8;
  if (SIGNS['points-back'].test(text)) score -= 0.6;
  if (SIGNS['leans-on-context'].test(text)) score -= 0.7;
  if (text.endsWith('…')) score -= 0.3;
  if (SIGNS.rants.test(text)) score -= 0.8;
  if (SIGNS.warns.test(text)) score -= 0.6;
  if (SIGNS.hedges.test(text)) score -= 0.6;
  if (BOLD.test(text) || !isPaired(text)) score -= 0.6;
  if (SIGNS.pleads.test(text)) score -= 0.6;
  // A question that states no need is worse than any statement.
  if (text.endsWith('?') && (signal === null || !isStated(text))) score -= 0.5;
  if ((text.match(/\p{Lu}/gu)?.length ?? 0) > SHOUTING * text.length) score -= 0.5;
  return score;
}

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
