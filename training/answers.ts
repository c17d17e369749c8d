import { type PostText, type ReviewText } from '../src/analysis/analysis.types.js';
import { type Heads } from '../src/analysis/model/linear.model.js';
import { readPost } from '../src/analysis/post.reader.js';
import { readReview } from '../src/analysis/review.reader.js';
import { type DataFolder, type DataRow, opinionSentences } from './data.js';

/** One judged piece: what people said, what the engine says, and what a simple rule says. */
export interface Answer {
  truth: boolean;
  said: boolean;
  score: number;
  /** Two stars or fewer; without stars, a complaint or asking word. */
  rule: boolean;
}

/** One piece with two numbers, such as stars and frustration. */
export interface Pair {
  left: number;
  right: number;
  rule: number;
}

/** What is collected over the folds, by measure. */
export interface Collected {
  answers: Map<string, Answer[]>;
  pairs: Map<string, Pair[]>;
}

const COMPLAINT =
  /\b(?:not|n't|no|never|bugs?|crash\w*|error|fix|problems?|issues?|slow|hate|worst|bad|terrible|expensive|useless|pas|plus|bug|impossible|problème)\b/i;
const WISH = /\b(?:wish|please|would be|should|could you|add|need|svp|serait|ajouter|manque)\b/i;
const ASKING = /\b(?:recommend\w*|suggest\w*|looking for|alternatives?|which|best|should i|buy|need)\b/i;
const COST = /\b(?:pric\w*|cost\w*|expensive|money|subscription\w*|pay\w*|\$\d+)\b/i;

export const asReview = (row: Partial<DataRow>, rating = row.rating ?? null): ReviewText => ({
  id: row.external_id ?? '',
  text: row.text ?? '',
  title: row.title ?? null,
  rating,
  publishedAt: row.published_at ?? null,
});
const asPost = (text: string, source: PostText['source']): PostText => ({ id: '', text, source });
const ruleOf = (row: Partial<DataRow>): boolean =>
  typeof row.rating === 'number' ? row.rating <= 2 : COMPLAINT.test(row.text ?? '');

/** Scores every set that the heads were not trained on: the held-out fold of the labelled sets, `all` of the others. */
export class AnswerCollector {
  readonly collected: Collected = { answers: new Map(), pairs: new Map() };

  constructor(private readonly data: DataFolder) {}

  /** The sets that are trained on, held-out rows only. */
  readFold(heads: Heads, heldOut: (row: DataRow) => boolean): void {
    const rows = (name: string): DataRow[] => this.data.rows(name).filter(heldOut);
    for (const language of ['en', 'fr'] as const)
      this.readMiniBar(language, rows(`reviews/mini-bar-${language}`), heads);
    for (const row of rows('reviews/maalej-2016')) {
      const { finding } = readReview(asReview(row), heads);
      this.answer(
        'bug reports, Maalej',
        row.labels?.includes('bug_report'),
        finding.problem,
        finding.problemScore,
        ruleOf(row),
      );
      const wish = row.labels?.includes('feature_request');
      this.answer('request, Maalej', wish, finding.request, finding.requestScore, WISH.test(row.text));
    }
    for (const row of rows('reviews/aware')) this.readAware(row, heads);
    for (const row of rows('posts/purchase-intent-tweets')) {
      const finding = readPost(asPost(row.text, 'network'), heads);
      const truth = row.label === 'purchase_intent';
      this.answer('purchase intent, tweets', truth, finding.buyingSignal, finding.score, ASKING.test(row.text));
    }
    for (const row of rows('posts/reddit-weak-needs')) {
      const finding = readPost(asPost(row.text, 'forum'), heads);
      this.answer('weak needs found', true, finding.buyingSignal, finding.score, ASKING.test(row.text));
      if (finding.buyingSignal) this.answer('weak needs, type right', true, finding.type === row.label, 0, false);
    }
  }

  /** The sets nothing was trained on. */
  readUntrained(heads: Heads): void {
    for (const row of this.data.rows('reviews/ar-miner')) {
      const { finding } = readReview(asReview(row), heads);
      const score = Math.max(finding.problemScore, finding.requestScore);
      this.answer('informative, AR-Miner', row.labels?.includes('informative'), score > 0.5, score, ruleOf(row));
    }
    for (const row of this.data.rows('posts/semeval2019-suggestions')) {
      const { finding } = readReview(asReview(row), heads);
      this.answer(
        'request, SemEval',
        row.label === 'suggestion',
        finding.request,
        finding.requestScore,
        WISH.test(row.text),
      );
    }
    for (const row of this.data.rows('reviews/bulk-g2')) this.readBusiness(row, heads);
  }

  private readMiniBar(language: 'en' | 'fr', rows: readonly DataRow[], heads: Heads): void {
    const name = language === 'en' ? 'English' : 'French';
    for (const row of rows) {
      const rated = readReview(asReview(row), heads).finding;
      const unrated = readReview(asReview(row, null), heads).finding;
      const problem = row.labels?.includes('problem_report');
      const wish = row.labels?.includes('feature_request');
      this.answer(`problem, Mini-BAR ${name}`, problem, rated.problem, rated.problemScore, ruleOf(row));
      const words = ruleOf({ ...row, rating: null });
      this.answer(`– ${name} without stars`, problem, unrated.problem, unrated.problemScore, words);
      this.answer(`request, Mini-BAR ${name}`, wish, rated.request, rated.requestScore, WISH.test(row.text));
      this.pair(`stars from text, Mini-BAR ${name}`, row.rating ?? 3, -unrated.frustrationScore, words ? 0 : 1);
    }
  }

  private readAware(row: DataRow, heads: Heads): void {
    for (const { text, answer } of opinionSentences(row)) {
      const { finding } = readReview(asReview({ text }), heads);
      this.answer(
        'complaint sentence, AWARE',
        answer === 1,
        finding.problem,
        finding.problemScore,
        COMPLAINT.test(text),
      );
      const cost = row.sentences?.some((one) => one.text === text && one.category === 'cost');
      const named = finding.categories.includes('pricing') || finding.categories.includes('billing');
      this.answer('cost named, AWARE', cost, named, 0, COST.test(text));
    }
    const unrated = readReview(asReview(row, null), heads).finding;
    this.pair('stars from text, AWARE', row.rating ?? 3, -unrated.frustrationScore, COMPLAINT.test(row.text) ? 0 : 1);
    const rated = readReview(asReview(row), heads).finding;
    for (const quote of rated.quotes) {
      this.answer('quotes verbatim', true, row.text.includes(quote), 0, true);
      const meets = (one: { text: string }): boolean => one.text.includes(quote) || quote.includes(one.text);
      const judged = (row.sentences ?? []).filter((one) => meets(one) && one.sentiment !== 'neutral');
      if (!judged.length) continue;
      this.answer(
        'quotes on negative sentences',
        true,
        judged.some(({ sentiment }) => sentiment === 'negative'),
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
      const { finding } = readReview(asReview({ text }), heads);
      this.answer('B2B dislikes against likes', dislike, finding.problem, finding.problemScore, COMPLAINT.test(text));
    }
    const { finding } = readReview(asReview(row), heads);
    for (const quote of finding.quotes) {
      const disliked = row.cons?.includes(quote) ?? false;
      const other = [row.pros, row.benefits, row.recommendations].some((part) => part?.includes(quote));
      if (disliked || other) this.answer('B2B quotes taken from the dislikes', true, disliked, 0, false);
    }
  }

  answer(name: string, truth: boolean | undefined, said: boolean, score: number, rule: boolean): void {
    const list = this.collected.answers.get(name) ?? [];
    list.push({ truth: truth ?? false, said, score, rule });
    this.collected.answers.set(name, list);
  }

  private pair(name: string, left: number, right: number, rule: number): void {
    const list = this.collected.pairs.get(name) ?? [];
    list.push({ left, right, rule });
    this.collected.pairs.set(name, list);
  }
}
