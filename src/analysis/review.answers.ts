import { type ReviewText } from './analysis.types.js';
import { isG2 } from './business.sites.js';
import { countSignals, findSignals } from './review.signals.js';
import { parseText } from './text/parsed.text.js';

/** Answers such as "None", "N/A" and "Honestly nothing yet". */
const NOTHING = /\b(?:nothing|none|nil|no|n\/?a)\b/i;
const MAX_NOTHING_WORDS = 3;
/** Answers that deny a complaint ("Nothing to dislike so far.") are short. */
const MAX_DENIAL_WORDS = 15;

/** In a G2 review with more paragraphs, one answer has several, and it is unknown which. */
const ANSWERS = 3;

export type Answer = 'like' | 'dislike';

type Answers = Pick<ReviewText, 'likes' | 'dislikes'>;

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

  constructor(review: Answers & Pick<ReviewText, 'text' | 'title' | 'platform'>) {
    this.answers = answersIn(review);
    const { dislikes } = this.answers;
    this.complains = isComplaint(dislikes ?? '');
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

function isComplaint(dislikes: string): boolean {
  const parsed = parseText(null, dislikes);
  if (parsed.wordCount === 0 || (parsed.wordCount <= MAX_NOTHING_WORDS && NOTHING.test(dislikes))) return false;
  const counts = countSignals(parsed.words, findSignals(parsed), 0, parsed.words.length, 0);
  return counts.clean === 0 || counts.contrast > 0 || parsed.wordCount > MAX_DENIAL_WORDS;
}
