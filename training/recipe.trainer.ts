import { type HeadName, type Heads, quantizeHead } from '../src/analysis/model/linear.model.js';
import { MODEL_SIZE } from '../src/analysis/model/sparse.vector.js';
import { countIntents, intentRule } from '../src/analysis/post.signals.js';
import { countCapitals, countSignals, findSignals } from '../src/analysis/review.signals.js';
import { parseText } from '../src/analysis/text/parsed.text.js';
import { forumVector, networkVector, reviewVector } from '../src/analysis/text.vectors.js';
import { trainLogistic, TrainingSet, trainRidge } from './linear.trainer.js';

/** A labelled review or sentence. */
export interface LabelledText {
  title?: string | null;
  text: string;
  rating?: number | null;
  labels: readonly string[];
}

/** A complaint sentence (`answer` 1) or another one (0). */
export interface LabelledSentence {
  text: string;
  answer: 0 | 1;
}

/** The texts the shipped weights are learned from, by what their labels mean. */
export interface TrainingTexts {
  /** Reviews labelled `problem_report` and `feature_request`. */
  reviews: readonly LabelledText[];
  /** Reviews labelled `bug_report` and `feature_request`. */
  appReviews: readonly LabelledText[];
  /** Sentences with their polarity. */
  sentences: readonly LabelledSentence[];
  /** Further rated reviews, for the stars only. */
  rated: readonly LabelledText[];
  /** Business sentences written for this project: complaint or not, wish or not. */
  business: readonly { text: string; complaint: 0 | 1; wish: 0 | 1 }[];
  /** Posts nobody labelled; cue rules choose the sure ones. */
  posts: readonly string[];
  /** Posts of communities whose purpose is to ask. */
  askingPosts: readonly string[];
  /** Network posts with their purchase intent. */
  networkPosts: readonly LabelledSentence[];
}

const POST_CHARACTERS = 700;
const SURE_ASKING = { above: 2.4, most: 900 };
const SURE_OTHER = { below: 0.4, most: 3500 };

/** Learns every head; the same texts in the same order give the same bytes. */
export function trainHeads(texts: TrainingTexts): Heads {
  const complaint = trainLogistic(sentenceSet(texts), 3);
  const problem = mixWeights(trainLogistic(problemSet(texts), 3), complaint, 0.7);
  const weights: Record<HeadName, Float64Array> = {
    problem,
    complaint,
    request: trainLogistic(requestSet(texts), 5),
    stars: trainRidge(starSet(texts), 0.5),
    forum: trainLogistic(forumSet(texts), 2),
    network: trainLogistic(networkSet(texts), 1),
  };
  return {
    problem: quantizeHead(weights.problem),
    complaint: quantizeHead(weights.complaint),
    request: quantizeHead(weights.request),
    stars: quantizeHead(weights.stars),
    forum: quantizeHead(weights.forum),
    network: quantizeHead(weights.network),
  };
}

const SENTENCE_SHARE = 0.3;
/** Sentences without a complaint ask for nothing, mostly. */
const PRAISE_SHARE = 0.15;
const WISH_SHARE = 0.7;
/** Their labels draw the line between a wish and a complaint elsewhere. */
const APP_REVIEW_SHARE = 0.2;
const BUSINESS_SHARE = 1;

function problemSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTwice(set, row, has(row, 'problem_report'), 1);
  for (const row of texts.appReviews) addTwice(set, row, has(row, 'bug_report'), 1);
  for (const { text, answer } of texts.sentences) addText(set, { text, labels: [] }, null, answer, SENTENCE_SHARE);
  for (const { text, complaint, wish } of texts.business)
    if (!wish) addText(set, { text, labels: [] }, null, complaint, BUSINESS_SHARE);
  return set;
}

function sentenceSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const { text, answer } of texts.sentences) addText(set, { text, labels: [] }, null, answer, 1);
  for (const { text, complaint } of texts.business) addText(set, { text, labels: [] }, null, complaint, BUSINESS_SHARE);
  return set;
}

function requestSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTwice(set, row, has(row, 'feature_request'), 1);
  for (const row of texts.appReviews) addTwice(set, row, has(row, 'feature_request'), APP_REVIEW_SHARE);
  for (const { text, wish } of texts.business) addText(set, { text, labels: [] }, null, wish, WISH_SHARE);
  for (const { text, answer } of texts.sentences)
    if (!answer) addText(set, { text, labels: [] }, null, 0, PRAISE_SHARE);
  return set;
}

function starSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of [...texts.reviews, ...texts.appReviews, ...texts.rated]) {
    if (typeof row.rating === 'number') addText(set, row, null, row.rating, 1);
  }
  return set;
}

/** Cue rules pick sure examples among unlabelled posts; the words that go with them are learned. */
function forumSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  const asking: string[][] = [];
  const other: string[][] = [];
  for (const text of texts.posts) {
    const words = postWords(text);
    const score = intentRule(countIntents(words));
    if (score > SURE_ASKING.above && asking.length < SURE_ASKING.most) asking.push(words);
    if (score < SURE_OTHER.below && other.length < SURE_OTHER.most) other.push(words);
  }
  for (const words of asking) set.add(forumVector(words), 1);
  for (const text of texts.askingPosts) set.add(forumVector(postWords(text)), 1, 0.3);
  for (const words of other) set.add(forumVector(words), 0);
  return set;
}

function networkSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const { text, answer } of texts.networkPosts) {
    const words = postWords(text);
    set.add(networkVector(words, countIntents(words)), answer);
  }
  return set;
}

function postWords(text: string): string[] {
  return parseText(null, text.slice(0, POST_CHARACTERS)).words;
}

function has(row: LabelledText, label: string): 0 | 1 {
  return row.labels.includes(label) ? 1 : 0;
}

/** A rated row counts once with its stars and once without, half each, so that the head can do without them. */
function addTwice(set: TrainingSet, row: LabelledText, answer: 0 | 1, weight: number): void {
  const rating = row.rating ?? null;
  if (rating === null) addText(set, row, null, answer, weight);
  else {
    addText(set, row, null, answer, weight / 2);
    addText(set, row, rating, answer, weight / 2);
  }
}

function addText(set: TrainingSet, row: LabelledText, rating: number | null, answer: number, weight: number): void {
  const parsed = parseText(row.title ?? null, row.text);
  const capitals = parsed.sentences.reduce((sum, { slice }) => sum + countCapitals(slice), 0);
  const counts = countSignals(parsed.words, findSignals(parsed), 0, parsed.words.length, capitals);
  set.add(reviewVector(parsed.words, 0, parsed.words.length, counts, rating), answer, weight);
}

function mixWeights(first: Float64Array, second: Float64Array, share: number): Float64Array {
  const mixed = new Float64Array(MODEL_SIZE + 1);
  for (let index = 0; index <= MODEL_SIZE; index++)
    mixed[index] = share * (first[index] ?? 0) + (1 - share) * (second[index] ?? 0);
  return mixed;
}
