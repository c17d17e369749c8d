import { type ReviewText } from './analysis.types.js';
import { countSignals, findSignals } from './review.signals.js';
import { parseText } from './text/parsed.text.js';

/** Answers such as "None", "N/A" and "Honestly nothing yet". */
const NOTHING = /\b(?:nothing|none|nil|no|n\/?a)\b/i;
const MAX_NOTHING_WORDS = 3;
/** Answers that deny a complaint ("Nothing to dislike so far.") are short. */
const MAX_DENIAL_WORDS = 15;

export type Answer = 'like' | 'dislike';

/** The answers of a reviewer to "what do you like" and "what do you dislike", where the site asks for both. */
export class ReviewAnswers {
  /** True if the reviewer names something that they dislike. */
  readonly complains: boolean;
  /** True if the reviewer was asked and names nothing. */
  readonly isContent: boolean;

  constructor(private readonly review: Pick<ReviewText, 'likes' | 'dislikes'>) {
    this.complains = isComplaint(review.dislikes ?? '');
    this.isContent = !!review.dislikes && !this.complains;
  }

  /** The question that a sentence answers; undefined for other parts of the text. A denied complaint is no dislike. */
  answerOf(sentence: string): Answer | undefined {
    const { likes, dislikes } = this.review;
    if (dislikes?.includes(sentence)) return this.complains ? 'dislike' : 'like';
    return likes?.includes(sentence) ? 'like' : undefined;
  }
}

function isComplaint(dislikes: string): boolean {
  const parsed = parseText(null, dislikes);
  if (parsed.wordCount === 0 || (parsed.wordCount <= MAX_NOTHING_WORDS && NOTHING.test(dislikes))) return false;
  const counts = countSignals(parsed.words, findSignals(parsed), 0, parsed.words.length, 0);
  return counts.clean === 0 || counts.contrast > 0 || parsed.wordCount > MAX_DENIAL_WORDS;
}
