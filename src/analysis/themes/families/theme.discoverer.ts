import { BLANK_WORDS, NO_TOPICS, NOT_NOUNS } from '../../lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '../../lexicon/stop.words.js';
import { stemWord } from '../../text/word.stemmer.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { clusterComplaints } from '../clusters/complaint.clusterer.js';
import { type ComplaintSentence } from './complaint.sentences.js';
import { MIN_UNSAID_PAIN } from './family.grouper.js';
import { isAspect } from './frame.reader.js';

/** Fewer sentences are too few to find a theme in them. */
const MIN_SENTENCES = 30;
/** More are too slow to compare: then only some of them are grouped. */
const MAX_SENTENCES = 3000;
const MIN_GROUP = 5;
/** A group needs this share of the reviews that complain. */
const MIN_SHARE = 0.015;
/** The share of the sentences of a group that contain its name. */
const MIN_SUPPORT = 0.5;
/** A noun has the noun beside it in its name if this share of its sentences do. */
const MIN_PAIRS = 0.4;
const MIN_LETTERS = 4;
/** A noun in this share of all complaints is what the product is about, such as the notes of a notebook, and no problem of it. */
const MAX_COMMON = 0.1;
/** A countable noun is in the plural in this share of its uses. */
const MIN_PLURALS = 0.2;

/** A theme that no family holds: a noun phrase that many of the remaining complaints share. */
export interface DiscoveredTheme {
  /** The stems of the phrase. */
  key: string;
  phrase: string;
  members: number[];
}

/** Finds groups of similar complaints with a common noun phrase. `complaining` is the number of reviews that complain. */
export function discoverThemes(
  sentences: readonly ComplaintSentence[],
  rest: readonly number[],
  { banned, complaining }: { banned: ReadonlySet<string>; complaining: number },
): DiscoveredTheme[] {
  const read = rest.filter((at) => sentences[at]?.record.language === 'en' && sliceOf(sentences[at]) !== '');
  // In a very large report, what many complaints share is in every second one of them, too.
  const step = Math.ceil(read.length / MAX_SENTENCES);
  const open = read.filter((_at, place) => place % step === 0);
  if (open.length < MIN_SENTENCES) return [];
  const labels = clusterComplaints(open.map((at) => sliceOf(sentences[at])));
  const groups = new Map<number, number[]>();
  open.forEach((at, place) => {
    const label = labels[place] ?? 0;
    groups.set(label, [...(groups.get(label) ?? []), at]);
  });
  const least = Math.max(MIN_GROUP, MIN_SHARE * complaining);
  const countReviews = (members: readonly number[]): number =>
    new Set(members.map((at) => sentences[at]?.record.id)).size * step;
  const large = [...groups.values()].filter((members) => countReviews(members) >= least);
  if (large.length === 0) return [];
  const common = commonStems(sentences);
  const phrases = new Map<string, string>();
  for (const members of large.sort((one, other) => other.length - one.length)) {
    const texts = members.map((at) => tokenizeWords(sliceOf(sentences[at])));
    const phrase = commonPhrase(texts, { banned, common });
    if (phrase) phrases.set(phrase.key, phrase.form);
  }
  return withOthers(
    phrases,
    read.filter((at) => isSure(sentences[at])),
    sentences,
  );
}

/** True for a sentence that is a complaint for certain: a noun alone says nothing. */
const isSure = (sentence: ComplaintSentence | undefined): boolean =>
  (sentence?.complaints[0]?.pain ?? 0) >= MIN_UNSAID_PAIN ||
  sentence?.problems.some(({ depth }) => depth !== 'partial') === true;

/** The stems of words that so many complaints contain that they name no problem. */
function commonStems(sentences: readonly ComplaintSentence[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const stem of stemsOf(sentence)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > MAX_COMMON * sentences.length).map(([stem]) => stem));
}

const stemsOf = (sentence: ComplaintSentence | undefined): ReadonlySet<string> =>
  new Set(tokenizeWords(sliceOf(sentence)).map(stemWord));

/** The sentences that contain the phrases of the groups, whether they are in one or not. The phrase of the larger group comes first. */
function withOthers(
  phrases: ReadonlyMap<string, string>,
  read: readonly number[],
  sentences: readonly ComplaintSentence[],
): DiscoveredTheme[] {
  const taken = new Set<number>();
  const stems = new Map(read.map((at) => [at, stemsOf(sentences[at])]));
  return [...phrases].map(([key, phrase]) => {
    const members = read.filter(
      (at) => !taken.has(at) && key.split(' ').every((stem) => stems.get(at)?.has(stem) === true),
    );
    for (const at of members) taken.add(at);
    return { key, phrase, members };
  });
}

const sliceOf = (sentence: ComplaintSentence | undefined): string => sentence?.complaints[0]?.slice ?? '';

/** The noun that most of the texts share, with the noun that is mostly beside it. */
function commonPhrase(
  texts: readonly (readonly string[])[],
  { banned, common }: { banned: ReadonlySet<string>; common: ReadonlySet<string> },
): { key: string; form: string } | null {
  const counts = new Map<string, Map<string, number>>();
  for (const words of texts) {
    const said = new Map<string, string>();
    words.forEach((word, at) => {
      const next = words[at + 1] ?? '';
      if (isNoun(word, NO_WORDS) && isNoun(next, NO_WORDS))
        said.set(`${stemWord(word)} ${stemWord(next)}`, `${word} ${next}`);
      if (isNoun(word, banned) && !common.has(stemWord(word))) said.set(stemWord(word), word);
    });
    for (const [key, form] of said) {
      const forms = counts.get(key) ?? new Map<string, number>();
      forms.set(form, (forms.get(form) ?? 0) + 1);
      counts.set(key, forms);
    }
  }
  const ranked = [...counts]
    .map(([key, forms]) => ({ key, forms, count: [...forms.values()].reduce((sum, one) => sum + one, 0) }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
  const noun = ranked.find(({ key, count }) => !key.includes(' ') && count >= MIN_SUPPORT * texts.length);
  if (!noun) return null;
  const best =
    ranked.find(
      ({ key, count }) => key.includes(' ') && key.split(' ').includes(noun.key) && count >= MIN_PAIRS * noun.count,
    ) ?? noun;
  const forms = [...best.forms].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const plural = forms.find(([form, count]) => form.endsWith('s') && count >= MIN_PLURALS * best.count);
  const form = plural ?? forms[0];
  return form ? { key: best.key, form: form[0] } : null;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function isNoun(word: string, banned: ReadonlySet<string>): boolean {
  return (
    word.length >= MIN_LETTERS &&
    /^\p{L}+$/u.test(word) &&
    !ENGLISH_STOP_WORDS.has(word) &&
    !BLANK_WORDS.has(word) &&
    !NOT_NOUNS.has(word) &&
    !/(?:ly|ing|ed)$/.test(word) &&
    !banned.has(word) &&
    !NO_TOPICS.has(word) &&
    !isAspect(word)
  );
}
