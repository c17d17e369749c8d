import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import { categoryName } from '#analysis/lexicon/taxonomy.js';
import { clipped } from '#analysis/text/clipped.text.js';
import { inOneLine, type StatedSentence, statedSentenceOf } from './stated.sentence.js';
import { departureIn } from './title.departures.js';
import { alternativeIn, needIn } from './title.needs.js';

/** What a title is made from. Contact data in the analysis and the words is hidden already. */
export interface TitleSource {
  isReview: boolean;
  /** The name of the product that the text is about. */
  product: string | null;
  analysis: PainPointsAnalysis;
  /** The title or the text of the review or post. */
  words: string;
}

const LONGEST_NAME = 60;
const LONGEST_QUOTE = 90;
/** A question with fewer words says nothing without the sentence before. */
const TELLING_WORDS = 6;
const OTHER = categoryName('other');

/**
 * Who wants what, in one line: "Looks for an alternative to A". A title says only what the evidence says word for word;
 * without such evidence it names the complaint, and without a complaint it quotes the writer. At most 250 characters. Takes linear time.
 */
export function titleOf({ isReview, product, analysis, words }: TitleSource): string {
  const subject = product === null ? null : nameOf(product);
  const names = [...analysis.competitors_mentioned.map(nameOf), ...(subject === null ? [] : [subject])];
  const evidence = analysis.buying_signals.map((signal) => signal.evidence).filter((text) => text.trim() !== '');
  const sentences = evidence.map((text) => statedSentenceOf(text, names, isReview ? subject : null));
  return (
    firstOf(sentences, (sentence) => alternativeIn(sentence, subject)) ??
    departureOf(sentences, analysis, subject) ??
    firstOf(sentences, needIn) ??
    (isReview || evidence.length === 0 ? complaintOf(analysis, subject) : null) ??
    quoteOf(sentences) ??
    quoteOf([statedSentenceOf(words, [], null)]) ??
    nothingStated(isReview, subject)
  );
}

function firstOf(
  sentences: readonly StatedSentence[],
  find: (sentence: StatedSentence) => string | null,
): string | null {
  for (const sentence of sentences) {
    const found = find(sentence);
    if (found !== null) return found;
  }
  return null;
}

/** The departure, with the complaint if the writer states no reason. */
function departureOf(
  sentences: readonly StatedSentence[],
  analysis: PainPointsAnalysis,
  subject: string | null,
): string | null {
  const departure = firstOf(sentences, departureIn);
  const complaint = complaintIn(analysis);
  if (departure === null || complaint === null || subject === null || departure.endsWith(' over the price'))
    return departure;
  return departure.replace(/^(?:Leaves|Considers leaving) /, '').startsWith(subject)
    ? `${departure}, ${complaint}`
    : departure;
}

/** The main problem, as the summary of the analysis words it. */
function complaintIn({ items, summary }: PainPointsAnalysis): string | null {
  const [theme] = items.map((item) => item.theme).filter((name) => name !== OTHER);
  if (theme === undefined) return null;
  return `${summary.startsWith('Asks for') ? 'asks for a change in' : 'complains about'} ${lowerFirst(theme)}`;
}

function complaintOf(analysis: PainPointsAnalysis, subject: string | null): string | null {
  const complaint = complaintIn(analysis);
  if (complaint !== null) return upperFirst(subject === null ? complaint : `${complaint} of ${subject}`);
  return analysis.items.length > 0 && subject !== null ? `Complains about ${subject}` : null;
}

/** The first sentence that says more than "Any suggestions?", else the first of all. */
function quoteOf(sentences: readonly StatedSentence[]): string | null {
  const quoted = sentences.find(({ text }) => text.split(' ').length >= TELLING_WORDS) ?? sentences[0];
  return quoted?.text ? `${quoted.isQuestion ? 'Asks' : 'Says'}: “${clipped(quoted.text, LONGEST_QUOTE)}”` : null;
}

const nothingStated = (isReview: boolean, subject: string | null): string =>
  `${isReview ? 'A review' : 'A post'}${subject === null ? '' : ` about ${subject}`}`;

const nameOf = (name: string): string => clipped(inOneLine(name), LONGEST_NAME);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
