import { type PostText, type ReviewText } from '../src/analysis/analysis.types.js';
import { type Heads } from '../src/analysis/model/linear.model.js';
import { readPost } from '../src/analysis/post.reader.js';
import { readReview } from '../src/analysis/review.reader.js';
import { type DataFolder, type DataRow, labeledPosts, opinionSentences } from './data.js';
import { HARD_POSTS } from './forum.labels.js';

/** One labeled text: its label, the prediction of the engine and the prediction of a simple rule. */
export interface Prediction {
  truth: boolean;
  predicted: boolean;
  score: number;
  /** True for two stars or fewer; without stars, for a word that complains or asks. */
  rule: boolean;
}

/** One text with two numbers, such as stars and frustration. */
export interface Pair {
  left: number;
  right: number;
  rule: number;
}

/** Everything that is collected over all folds, by the name of the measure. */
export interface Collected {
  predictions: Map<string, Prediction[]>;
  pairs: Map<string, Pair[]>;
}

const COMPLAINT =
  /\b(?:not|n't|no|never|bugs?|crash\w*|error|fix|problems?|issues?|slow|hate|worst|bad|terrible|expensive|useless|pas|plus|bug|impossible|problème)\b/i;
const REQUEST = /\b(?:wish|please|would be|should|could you|add|need|svp|serait|ajouter|manque)\b/i;
const ASKING = /\b(?:recommend\w*|suggest\w*|looking for|alternatives?|which|best|should i|buy|need)\b/i;
/** An answer without a dislike. */
const NO_DISLIKE =
  /^\W*(?:n\/?a\b|none\b|nothing\b|no (?:complaints|dislikes|issues|problems|negatives|downsides)|(?:i|we) (?:do(?:n.t| not)|can(?:.t|not)) (?:have|think|dislike|find|say))|(?:is|was|.s|have|has) nothing\b/i;
const COST = /\b(?:pric\w*|cost\w*|expensive|money|subscription\w*|pay\w*|\$\d+)\b/i;

export const asReview = (row: Partial<DataRow>, rating = row.rating ?? null): ReviewText => ({
  id: row.external_id ?? '',
  platform: row.platform ?? null,
  text: row.text ?? '',
  title: row.title ?? null,
  rating,
  publishedAt: row.published_at ?? null,
});
const asPost = (text: string, source: PostText['source']): PostText => ({ id: '', text, source });
const ruleOf = (row: Partial<DataRow>): boolean =>
  typeof row.rating === 'number' ? row.rating <= 2 : COMPLAINT.test(row.text ?? '');

/**
 * Collects the predictions for texts that the heads were not trained on: held-out folds of the training sets, and all
 * other sets.
 */
export class PredictionCollector {
  readonly collected: Collected = { predictions: new Map(), pairs: new Map() };

  constructor(private readonly data: DataFolder) {}

  /** Reads the held-out rows of the training sets. */
  readFold(heads: Heads, heldOut: (row: DataRow) => boolean): void {
    const rows = (name: string): DataRow[] => this.data.rows(name).filter(heldOut);
    for (const language of ['en', 'fr'] as const)
      this.readMiniBar(language, rows(`reviews/mini-bar-${language}`), heads);
    for (const row of rows('reviews/maalej-2016')) {
      const finding = readReview(asReview(row), heads);
      this.record(
        'bug reports, Maalej',
        row.labels?.includes('bug_report'),
        finding.problem,
        finding.problemScore,
        ruleOf(row),
      );
      const request = row.labels?.includes('feature_request');
      this.record('request, Maalej', request, finding.request, finding.requestScore, REQUEST.test(row.text));
    }
    for (const row of rows('reviews/aware')) this.readAware(row, heads);
    for (const row of rows('posts/purchase-intent-tweets')) {
      const finding = readPost(asPost(row.text, 'network'), heads);
      const truth = row.label === 'purchase_intent';
      this.record('purchase intent, tweets', truth, finding.buyingSignal, finding.score, ASKING.test(row.text));
    }
    for (const { external_id: id, text, target } of labeledPosts(this.data).filter(heldOut)) {
      const finding = readPost(asPost(text, 'forum'), heads);
      const name = HARD_POSTS.has(id) ? '– posts that are hard to tell' : 'forum buying signal';
      this.record(name, target === 1, finding.buyingSignal, finding.score, ASKING.test(text));
    }
    for (const row of rows('posts/reddit-weak-needs')) {
      const finding = readPost(asPost(row.text, 'forum'), heads);
      this.record('weak needs found', true, finding.buyingSignal, finding.score, ASKING.test(row.text));
      if (finding.buyingSignal) this.record('weak needs, type right', true, finding.type === row.label, 0, false);
    }
  }

  /** Reads the sets that are not used for training. */
  readUntrained(heads: Heads): void {
    for (const row of this.data.rows('reviews/ar-miner')) {
      const finding = readReview(asReview(row), heads);
      const score = Math.max(finding.problemScore, finding.requestScore);
      this.record('informative, AR-Miner', row.labels?.includes('informative'), score > 0.5, score, ruleOf(row));
    }
    for (const row of this.data.rows('posts/semeval2019-suggestions')) {
      const finding = readReview(asReview(row), heads);
      this.record(
        'request, SemEval',
        row.label === 'suggestion',
        finding.request,
        finding.requestScore,
        REQUEST.test(row.text),
      );
    }
    for (const row of this.data.rows('reviews/bulk-g2')) this.readBusiness(row, heads);
  }

  private readMiniBar(language: 'en' | 'fr', rows: readonly DataRow[], heads: Heads): void {
    const name = language === 'en' ? 'English' : 'French';
    for (const row of rows) {
      const rated = readReview(asReview(row), heads);
      const unrated = readReview(asReview(row, null), heads);
      const problem = row.labels?.includes('problem_report');
      const request = row.labels?.includes('feature_request');
      this.record(`problem, Mini-BAR ${name}`, problem, rated.problem, rated.problemScore, ruleOf(row));
      const words = ruleOf({ ...row, rating: null });
      this.record(`– ${name} without stars`, problem, unrated.problem, unrated.problemScore, words);
      this.record(`request, Mini-BAR ${name}`, request, rated.request, rated.requestScore, REQUEST.test(row.text));
      this.pair(`stars from text, Mini-BAR ${name}`, row.rating ?? 3, -unrated.frustrationScore, words ? 0 : 1);
    }
  }

  private readAware(row: DataRow, heads: Heads): void {
    for (const { text, target } of opinionSentences(row)) {
      const finding = readReview(asReview({ text }), heads);
      this.record(
        'complaint sentence, AWARE',
        target === 1,
        finding.problem,
        finding.problemScore,
        COMPLAINT.test(text),
      );
      const cost = row.sentences?.some((one) => one.text === text && one.category === 'cost');
      const named = finding.categories.includes('pricing') || finding.categories.includes('billing');
      this.record('cost named, AWARE', cost, named, 0, COST.test(text));
    }
    const unrated = readReview(asReview(row, null), heads);
    this.pair('stars from text, AWARE', row.rating ?? 3, -unrated.frustrationScore, COMPLAINT.test(row.text) ? 0 : 1);
    const rated = readReview(asReview(row), heads);
    for (const quote of rated.quotes) {
      this.record('quotes verbatim', true, row.text.includes(quote), 0, true);
      const overlaps = (one: { text: string }): boolean => one.text.includes(quote) || quote.includes(one.text);
      const labeled = (row.sentences ?? []).filter((one) => overlaps(one) && one.sentiment !== 'neutral');
      if (!labeled.length) continue;
      this.record(
        'quotes on negative sentences',
        true,
        labeled.some(({ sentiment }) => sentiment === 'negative'),
        0,
        false,
      );
    }
  }

  private readBusiness(row: DataRow, heads: Heads): void {
    for (const [text, dislike] of [
      [row.pros, false],
      [row.cons, true],
    ] as const) {
      if (!text) continue;
      const finding = readReview(asReview({ text, platform: row.platform }), heads);
      const rule = COMPLAINT.test(text);
      this.record('B2B dislikes against likes', dislike, finding.problem, finding.problemScore, rule);
      if (!dislike || !NO_DISLIKE.test(text))
        this.record('– without "nothing to dislike"', dislike, finding.problem, finding.problemScore, rule);
    }
    if (row.pros && row.cons) {
      const unrated = readReview(asReview(row, null), heads);
      const named = !NO_DISLIKE.test(row.cons);
      this.record('B2B review names a dislike', named, unrated.problem, unrated.problemScore, COMPLAINT.test(row.text));
    }
    const finding = readReview(asReview(row), heads);
    for (const quote of finding.quotes) {
      const disliked = row.cons?.includes(quote) ?? false;
      const other = [row.pros, row.benefits, row.recommendations].some((part) => part?.includes(quote));
      if (disliked || other) this.record('B2B quotes taken from the dislikes', true, disliked, 0, false);
    }
  }

  /** Records one prediction under the name of a measure. */
  record(name: string, truth: boolean | undefined, predicted: boolean, score: number, rule: boolean): void {
    const list = this.collected.predictions.get(name) ?? [];
    list.push({ truth: truth ?? false, predicted, score, rule });
    this.collected.predictions.set(name, list);
  }

  private pair(name: string, left: number, right: number, rule: number): void {
    const list = this.collected.pairs.get(name) ?? [];
    list.push({ left, right, rule });
    this.collected.pairs.set(name, list);
  }
}
