import { HEAD_NAMES, type HeadName, type Heads, quantizeHead } from '../src/analysis/model/linear.model.js';
import { hashText, mix } from '../src/analysis/model/hashed.features.js';
import { countIntents, intentRule } from '../src/analysis/post.signals.js';
import { countCapitals, countSignals, findSignals } from '../src/analysis/review.signals.js';
import { detectLanguage } from '../src/analysis/text/language.detector.js';
import { type ParsedText, parseText } from '../src/analysis/text/parsed.text.js';
import { forumVector, networkVector, reviewVector, topicVector } from '../src/analysis/text.vectors.js';
import { trainLogistic, TrainingSet, trainRidge } from './linear.trainer.js';

/** A labeled review or sentence. */
export interface LabeledText {
  title?: string | null;
  text: string;
  rating?: number | null;
  labels: readonly string[];
}

/** A text with a binary target. For a sentence, 1 is a complaint. */
export interface LabeledSentence {
  text: string;
  target: 0 | 1;
}

/** The training data of the heads, by the meaning of the labels. */
export interface TrainingTexts {
  /** Reviews of fitness apps, labeled `problem_report` and `feature_request`. */
  reviews: readonly LabeledText[];
  /** Reviews labeled `bug_report` and `feature_request`. */
  appReviews: readonly LabeledText[];
  /** Sentences that complain (1) or not (0). */
  sentences: readonly LabeledSentence[];
  /** Additional rated reviews, for the stars only. */
  rated: readonly LabeledText[];
  /** Reviews without labels of other products than those of `reviews`. */
  otherReviews: readonly LabeledText[];
  /** Business sentences written for this project. */
  business: readonly { text: string; complaint: 0 | 1; request: 0 | 1 }[];
  /** Posts without labels. Cue rules select the clear examples. */
  posts: readonly string[];
  /** Forum posts that look for a product (1) or not (0). */
  readPosts: readonly LabeledSentence[];
  /** Posts of communities for requests. */
  askingPosts: readonly string[];
  /** Network posts with purchase intent (1) or without (0). */
  networkPosts: readonly LabeledSentence[];
}

/** The share of the head of problems in its mix with the head of complaints. */
const PROBLEM_MIX = 0.5;
const DOMAIN_STRENGTH = { fitness: 3, business: 10 };
/**
 * The preference of the head for problems of fitness apps for words that only one side uses. Chosen by
 * cross-validation.
 */
const FITNESS_CONTRAST = 0.7;
/** Word vectors do not help the heads that are trained on sentences: B2B AUC 0.862 to 0.854. */
const SENTENCES = { vectors: false };
/** Only these heads weigh the products of the meaning: the others also read sentences, for which the products take too long. */
const FITNESS_REQUEST = { products: true };
const FITNESS_PROBLEM = { contrast: FITNESS_CONTRAST, products: true };
const POST_CHARACTERS = 700;
const ASKING_EXAMPLES = { above: 2.4, max: 900 };
const OTHER_EXAMPLES = { below: 0.4, max: 3500 };
/** How closely the heads of posts follow their examples. Chosen by five-fold cross-validation. */
const FORUM_STRENGTH = 20;
const NETWORK_STRENGTH = 3;
/** The weights of posts that rules or a community select, relative to a labeled post. */
const FORUM_SHARES = { selected: 0.3, community: 0.1 };

/** Trains all heads. The same texts in the same order give the same weights. */
export function trainHeads(texts: TrainingTexts): Heads {
  const problem = mixWeights(
    trainLogistic(problemSet(texts), 3),
    trainLogistic(sentenceSet(texts, BUSINESS_SHARE), 3, SENTENCES),
    PROBLEM_MIX,
  );
  const weights: Record<HeadName, Float64Array> = {
    problem,
    complaint: trainLogistic(complaintSet(texts), 3, SENTENCES),
    request: trainLogistic(requestSet(texts), 5),
    stars: trainRidge(starSet(texts), 0.5),
    fitness: trainLogistic(fitnessSet(texts), DOMAIN_STRENGTH.fitness),
    fitnessProblem: trainLogistic(fitnessLabelSet(texts, 'problem_report'), 10, FITNESS_PROBLEM),
    fitnessRequest: trainLogistic(fitnessLabelSet(texts, 'feature_request'), 20, FITNESS_REQUEST),
    business: trainLogistic(businessSet(texts), DOMAIN_STRENGTH.business),
    forum: trainLogistic(forumSet(texts), FORUM_STRENGTH),
    network: trainLogistic(networkSet(texts), NETWORK_STRENGTH),
  };
  return Object.fromEntries(HEAD_NAMES.map((name) => [name, quantizeHead(weights[name])])) as Heads;
}

/** Weights of the examples of each source, relative to a labeled review. */
const SENTENCE_SHARE = 0.3;
/** For the request head: sentences without a complaint rarely contain a request. */
const PRAISE_SHARE = 0.15;
const BUSINESS_REQUEST_SHARE = 0.35;
/** For the request head: these labels separate requests from complaints differently. */
const APP_REVIEW_SHARE = 0.2;
/** For the heads that also read other texts. A larger share costs these: AWARE, Maalej and fitness apps. */
const BUSINESS_SHARE = 0.25;
/** For the head of complaints, for single sentences and for answers. */
const BUSINESS_COMPLAINT_SHARE = 0.5;
const ANSWER_ROUNDS = 5;
/** The sentences of an answer. */
const ANSWER_LENGTH = { min: 2, max: 6 };
/** For the head of fitness apps: some of these reviews are of fitness apps, too. */
const OTHER_APP_SHARE = 0.5;

function problemSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTwice(set, row, has(row, 'problem_report'), 1);
  for (const row of texts.appReviews) addTwice(set, row, has(row, 'bug_report'), 1);
  for (const { text, target } of texts.sentences) addText(set, { text, labels: [] }, null, target, SENTENCE_SHARE);
  for (const { text, complaint, request } of texts.business)
    if (!request) addText(set, { text, labels: [] }, null, complaint, BUSINESS_SHARE);
  return set;
}

function sentenceSet(texts: TrainingTexts, businessShare: number): TrainingSet {
  const set = new TrainingSet();
  for (const { text, target } of texts.sentences) addText(set, { text, labels: [] }, null, target, 1);
  for (const { text, complaint } of texts.business) addText(set, { text, labels: [] }, null, complaint, businessShare);
  return set;
}

/** Sentences, and answers of several business sentences: a business review mostly consists of such answers. */
function complaintSet(texts: TrainingTexts): TrainingSet {
  const set = sentenceSet(texts, BUSINESS_COMPLAINT_SHARE);
  for (const complaint of [0, 1] as const) {
    const sentences = texts.business.filter((one) => one.complaint === complaint).map(({ text }) => text);
    for (let round = 0; round < ANSWER_ROUNDS; round++)
      for (const text of answersOf(sentences, round))
        addText(set, { text, labels: [] }, null, complaint, BUSINESS_COMPLAINT_SHARE);
  }
  return set;
}

/** The sentences in another order for each round, joined to answers of two to six; the last one may have fewer. */
export function answersOf(sentences: readonly string[], round: number): string[] {
  const ordered = sentences
    .map((text) => ({ text, key: mix(hashText(`${round} ${text}`)) }))
    .sort((left, right) => left.key - right.key);
  const answers: string[] = [];
  for (let at = 0; at < ordered.length;) {
    const length = ANSWER_LENGTH.min + ((ordered[at]?.key ?? 0) % (ANSWER_LENGTH.max - ANSWER_LENGTH.min + 1));
    answers.push(
      ordered
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' '),
    );
    at += length;
  }
  return answers;
}

function requestSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTwice(set, row, has(row, 'feature_request'), 1);
  for (const row of texts.appReviews) addTwice(set, row, has(row, 'feature_request'), APP_REVIEW_SHARE);
  for (const { text, request } of texts.business)
    addText(set, { text, labels: [] }, null, request, BUSINESS_REQUEST_SHARE);
  for (const { text, target } of texts.sentences)
    if (!target) addText(set, { text, labels: [] }, null, 0, PRAISE_SHARE);
  return set;
}

function fitnessLabelSet(texts: TrainingTexts, label: string): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTwice(set, row, has(row, label), 1);
  return set;
}

/** Whether a text is like a review of a fitness app. */
function fitnessSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.reviews) addTopic(set, row, 1);
  for (const row of texts.appReviews) addTopic(set, row, 0, OTHER_APP_SHARE);
  for (const row of texts.business) addTopic(set, row, 0, BUSINESS_SHARE);
  for (const row of [...texts.sentences, ...texts.otherReviews]) addTopic(set, row, 0);
  return set;
}

/** Whether a text is like a review of business software. */
function businessSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of texts.business) addTopic(set, row, 1);
  for (const row of [...texts.reviews, ...texts.appReviews, ...texts.sentences, ...texts.otherReviews])
    addTopic(set, row, 0);
  return set;
}

function addTopic(set: TrainingSet, row: { title?: string | null; text: string }, target: 0 | 1, weight = 1): void {
  set.add(topicVector(parseText(row.title ?? null, row.text).words), target, weight);
}

function starSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const row of [...texts.reviews, ...texts.appReviews, ...texts.rated]) {
    if (typeof row.rating === 'number') addText(set, row, null, row.rating, 1);
  }
  return set;
}

/** Labeled posts, and self-training: cue rules select clear examples among unlabeled posts. */
function forumSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  const asking: ParsedText[] = [];
  const other: ParsedText[] = [];
  for (const text of texts.posts) {
    const post = parsePost(text);
    const score = intentRule(countIntents(post.words));
    if (score > ASKING_EXAMPLES.above && asking.length < ASKING_EXAMPLES.max) asking.push(post);
    if (score < OTHER_EXAMPLES.below && other.length < OTHER_EXAMPLES.max) other.push(post);
  }
  for (const { text, target } of texts.readPosts) set.add(forumVector(parsePost(text)), target);
  for (const post of asking) set.add(forumVector(post), 1, FORUM_SHARES.selected);
  for (const text of texts.askingPosts) set.add(forumVector(parsePost(text)), 1, FORUM_SHARES.community);
  for (const post of other) set.add(forumVector(post), 0, FORUM_SHARES.selected);
  return set;
}

function networkSet(texts: TrainingTexts): TrainingSet {
  const set = new TrainingSet();
  for (const { text, target } of texts.networkPosts) {
    const { words } = parsePost(text);
    set.add(networkVector(words, countIntents(words)), target);
  }
  return set;
}

function parsePost(text: string): ParsedText {
  return parseText(null, text.slice(0, POST_CHARACTERS));
}

function has(row: LabeledText, label: string): 0 | 1 {
  return row.labels.includes(label) ? 1 : 0;
}

/**
 * Adds a rated row with its stars and without, each with half the weight, so that the head also works without stars.
 */
function addTwice(set: TrainingSet, row: LabeledText, target: 0 | 1, weight: number): void {
  const rating = row.rating ?? null;
  if (rating === null) addText(set, row, null, target, weight);
  else {
    addText(set, row, null, target, weight / 2);
    addText(set, row, rating, target, weight / 2);
  }
}

function addText(set: TrainingSet, row: LabeledText, rating: number | null, target: number, weight: number): void {
  const parsed = parseText(row.title ?? null, row.text);
  const capitals = parsed.sentences.reduce((sum, { slice }) => sum + countCapitals(slice), 0);
  const counts = countSignals(parsed.words, findSignals(parsed), 0, parsed.words.length, capitals);
  const language = detectLanguage(row.text || (row.title ?? ''), parsed.words);
  set.add(reviewVector({ words: parsed.words, language, counts, rating }), target, weight);
}

function mixWeights(first: Float64Array, second: Float64Array, share: number): Float64Array {
  return first.map((weight, index) => share * weight + (1 - share) * (second[index] ?? 0));
}
