import { type ReviewText } from './analysis.types.js';
import { isG2 } from './business.sites.js';
import { type ReviewScores } from './review.scores.js';
import { countSignals, findSignals } from './review.signals.js';
import { type ParsedText, parseText } from './text/parsed.text.js';
import { type PhraseHit } from './text/phrase.book.js';

/** Answers such as "None", "N/A" and "Honestly nothing yet". */
const NOTHING = /\b(?:nothing|none|nil|no|n\/?a)\b/i;
const MAX_NOTHING_WORDS = 3;
/** A short answer with a denial denies all ("Nothing to dislike so far."). */
const MAX_DENIAL_WORDS = 15;
/** A longer answer that begins with a denial denies all if the log-odds of a problem and of a request are below these. */
const LONG_DENIAL = { plain: -0.5, withContrast: -2 };

/** In a G2 review with more paragraphs, one answer has several, and it is unknown which. */
const ANSWERS = 3;

export type Answer = 'like' | 'dislike';

type Answers = Pick<ReviewText, 'likes' | 'dislikes'>;
type ScoreAnswer = (
  parsed: ParsedText,
  hits: readonly PhraseHit[],
) => Pick<ReviewScores, 'problemOdds' | 'requestOdds'>;

/**
 * The answers of a reviewer to "what do you like" and "what do you dislike", where the site asks for both: as separate
 * fields, or as the paragraphs of a G2 review.
 */
export class ReviewAnswers {
  /** True if the reviewer names something that they dislike. */
  readonly complains: boolean;
  /** True if the reviewer was asked and names nothing. */
  readonly isContent: boolean;

  private readonly answers: Answers;

  /** `score` scores the text of one answer, without stars. */
  constructor(review: Answers & Pick<ReviewText, 'text' | 'title' | 'platform'>, score: ScoreAnswer) {
    this.answers = answersIn(review);
    const { dislikes } = this.answers;
    this.complains = isComplaint(dislikes ?? '', score);
    this.isContent = !!dislikes && !this.complains;
  }

  /**
   * The question that a sentence answers; undefined for other parts of the text. A denied complaint is not a dislike.
   */
  answerOf(sentence: string): Answer | undefined {
    const { likes, dislikes } = this.answers;
    if (dislikes?.includes(sentence)) return this.complains ? 'dislike' : 'like';
    return likes?.includes(sentence) ? 'like' : undefined;
  }
}

/** A solved problem is read as something that the writer likes. */
function answersIn(review: Answers & Pick<ReviewText, 'text' | 'title' | 'platform'>): Answers {
  // A text without a title may be one answer.
  if (review.likes || review.dislikes || !review.title || !isG2(review.platform)) return review;
  const paragraphs = review.text.trim().split(/\n\s*\n/, ANSWERS + 1);
  if (paragraphs.length !== ANSWERS) return {};
  const [likes, dislikes, ...solved] = paragraphs;
  return { likes: [likes, ...solved].join('\n\n'), dislikes };
}

function isComplaint(dislikes: string, score: ScoreAnswer): boolean {
  const parsed = parseText(null, dislikes);
  if (parsed.wordCount === 0 || (parsed.wordCount <= MAX_NOTHING_WORDS && NOTHING.test(dislikes))) return false;
  const hits = findSignals(parsed);
  const { clean, contrast } = countSignals(parsed.words, hits, 0, parsed.words.length, 0);
  if (clean === 0) return true;
  if (contrast === 0 && parsed.wordCount <= MAX_DENIAL_WORDS) return false;
  const [first] = parsed.sentences;
  if (first && countSignals(parsed.words, hits, first.from, first.to, 0).clean === 0) return true;
  const { problemOdds, requestOdds } = score(parsed, hits);
  return Math.max(problemOdds, requestOdds) > (contrast === 0 ? LONG_DENIAL.plain : LONG_DENIAL.withContrast);
}
