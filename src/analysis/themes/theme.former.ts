import { BLANK_WORDS } from '../lexicon/problem.words.js';
import { stemWord } from '../text/word.stemmer.js';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { type ComplaintSentence, type ProblemGroup, ProblemGrouper } from './problems/problem.grouper.js';
import { ProblemMerger } from './problems/problem.merger.js';
import { contentStems, formOf } from './problems/problem.namer.js';
import { headingOf } from './problems/problem.heading.js';
import { KEY_SEPARATOR, type Problem } from './problems/problem.notes.js';
import { readProblems } from './problems/problem.reader.js';
import { wordsForProduct } from './product.words.js';
import { categoryOfProblem } from './theme.category.js';
import { type Complaint, type Mention, type ReviewRecord, type ThemeGroup } from './theme.types.js';

/** The minimum number of reviews that name a problem, and the minimum share of the reviews with a complaint. */
const MIN_REVIEWS = { few: 2, some: 3, share: 0.001 };
/** From this many reviews with a complaint, a problem needs more than two. */
const SOME_REVIEWS = 30;
/** From this many reviews with a complaint, a problem with a noun needs more than two as well. */
const MANY_REVIEWS = 200;
/** A complaint that names no problem is kept from this pain on (log-odds). */
const MIN_OTHER_PAIN = 1.5;
const BLANK_STEMS = new Set([...BLANK_WORDS].map(stemWord));

/**
 * Groups complaints by the problems that their sentences name. A sentence belongs to one problem, and a problem to the
 * category in which it is named most. The other complaints form one group per category, without a problem. A complaint
 * that names no problem is left out if it has only words that fit every complaint ("please fix this terrible bug") or
 * if its review names a problem elsewhere.
 */
export function formThemes(records: readonly ReviewRecord[], productName: string | undefined): ThemeGroup[] {
  const banned = bannedWords(productName, records);
  const sentences = readSentences(records, banned);
  const complaining = records.filter(({ complaints }) => complaints.length).length;
  const few = complaining < SOME_REVIEWS ? MIN_REVIEWS.few : MIN_REVIEWS.some;
  const minReviews = Math.max(few, MIN_REVIEWS.share * complaining);
  const index = new ProblemGrouper(sentences, MIN_REVIEWS.few);
  const specific = index.take('specific', complaining < MANY_REVIEWS ? MIN_REVIEWS.few : minReviews);
  const failures = index.take('failure', minReviews);
  index.addRelated(specific);
  const related = index.take('related', minReviews);
  const updates = index.take('update', minReviews);
  const merger = new ProblemMerger(
    mergeNames([...specific, ...failures, ...related, ...updates]),
    (at) => sentences[at]?.complaints[0]?.slice ?? '',
  );
  const { groups } = merger;
  joinRest(index, sentences, merger);
  index.addPartial(groups);
  const named = new Set(groups.flatMap((group) => group.sentences.map((at) => sentences[at]?.record.id)));
  const others = [...index.rest].flatMap((at) => sentences[at] ?? []).filter((one) => isOther(one, named, banned));
  return [...groups.map((group) => themeOf(group, sentences)), ...formOthers(others)];
}

/** Adds each remaining sentence to the group of a problem that it names in other words. */
function joinRest(index: ProblemGrouper, sentences: readonly ComplaintSentence[], merger: ProblemMerger): void {
  const known = new Map<string, ProblemGroup | undefined>();
  const groupOf = (name: string): ProblemGroup | undefined => {
    if (!known.has(name)) known.set(name, merger.groupOf(name));
    return known.get(name);
  };
  for (const at of [...index.rest]) {
    const problems = sentences[at]?.problems.filter(({ depth }) => depth === 'specific' || depth === 'failure') ?? [];
    const named = problems.flatMap(({ names }) => names).find(groupOf);
    const group = named === undefined ? undefined : groupOf(named);
    if (!group) continue;
    group.sentences.push(at);
    index.remove([at]);
  }
}

/** True for a complaint with specific words. `banned` are the words of the product's name. */
function isOther(
  { record, complaints, problems }: ComplaintSentence,
  named: ReadonlySet<string | undefined>,
  banned: ReadonlySet<string>,
): boolean {
  const [complaint] = complaints;
  if (complaint?.isFurther) return false;
  if (problems.some(({ depth }) => depth !== 'partial')) return true;
  const isRead = record.language === 'en';
  return (
    !named.has(record.id) &&
    [...contentStems(complaint?.slice ?? '')].some((stem) => !BLANK_STEMS.has(stem) && !banned.has(stem)) &&
    (!isRead || (complaint?.pain ?? 0) >= MIN_OTHER_PAIN)
  );
}

/** The distinct sentences of the complaints, with their problems. */
function readSentences(records: readonly ReviewRecord[], banned: ReadonlySet<string>): ComplaintSentence[] {
  return records.flatMap((record) => {
    const bySlice = new Map<string, ComplaintSentence>();
    for (const complaint of record.complaints) {
      const known = bySlice.get(complaint.slice);
      if (known) known.complaints.push(complaint);
      else {
        const problems = withProposal(readProblems(tokenizeWords(complaint.slice), banned), complaint);
        bySlice.set(complaint.slice, { record, complaints: [complaint], problems });
      }
    }
    return [...bySlice.values()];
  });
}

/** Adds the problem that a language model named, if the sentence contains its words. */
function withProposal(problems: Problem[], { problem, slice }: Complaint): Problem[] {
  if (!problem) return problems;
  const words = [...contentStems(problem)].sort();
  const said = contentStems(slice);
  if (!words.length || !words.every((word) => said.has(word))) return problems;
  return [...problems, { key: `named ${words.join(' ')}`, names: [problem], depth: 'specific' }];
}

/** Joins groups whose names differ at most in number, articles and auxiliaries; the larger group has the name. */
function mergeNames(groups: readonly ProblemGroup[]): ProblemGroup[] {
  const byForm = new Map<string, ProblemGroup>();
  for (const group of groups) {
    // "Deleted files" is not "Cannot delete files".
    const form = `${formOf(group.name)} ${/not\b/.test(group.name) ? 'not' : ''}`;
    const known = byForm.get(form);
    if (!known) byForm.set(form, { ...group, sentences: [...group.sentences] });
    else {
      if (group.sentences.length > known.sentences.length) known.name = group.name;
      known.sentences.push(...group.sentences);
    }
  }
  return [...byForm.values()];
}

function themeOf({ name, sentences: own }: ProblemGroup, sentences: readonly ComplaintSentence[]): ThemeGroup {
  const members = own.flatMap((at) => sentences[at] ?? []);
  const counts = new Map<string, number>();
  for (const { complaints } of members) {
    const id = complaints[0]?.categoryId ?? 'other';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const categoryId = categoryOfProblem(name, counts);
  return { categoryId, problem: headingOf(name), mentions: mentionsOf(members, formOf(name)) };
}

/** The complaints that name no frequent problem, by the first category of their sentence. */
function formOthers(rest: readonly ComplaintSentence[]): ThemeGroup[] {
  const byCategory = new Map<string, ComplaintSentence[]>();
  for (const sentence of rest) {
    const id = sentence.complaints[0]?.categoryId ?? 'other';
    byCategory.set(id, [...(byCategory.get(id) ?? []), sentence]);
  }
  return [...byCategory].map(([categoryId, members]) => ({ categoryId, problem: null, mentions: mentionsOf(members) }));
}

/** One mention per review, with its most painful sentence of those that give the name, if any does. */
function mentionsOf(members: readonly ComplaintSentence[], form?: string): Mention[] {
  const known = new Map<string, string>();
  const forms = (name: string): string => {
    const found = known.get(name) ?? formOf(name);
    known.set(name, found);
    return found;
  };
  const byReview = new Map<string, Mention>();
  for (const { record, complaints, problems } of members) {
    const complaint = complaints[0];
    if (!complaint) continue;
    const says = form === undefined || problems.some(({ names }) => names.some((name) => forms(name) === form));
    const other = byReview.get(record.id);
    const isBetter = says === other?.says ? complaint.pain > other.complaint.pain : says;
    if (!other || isBetter) byReview.set(record.id, { record, complaint, says, problems: countFailures(problems) });
  }
  return [...byReview.values()];
}

/** The number of different failures that a sentence names. */
function countFailures(problems: readonly Problem[]): number {
  const failures = problems.filter(({ depth }) => depth === 'specific' || depth === 'failure');
  return new Set(failures.map(({ key }) => key.split(KEY_SEPARATOR)[0])).size;
}

/** The words of the product's name, and those with which its reviews mean the product. They cannot name a problem. */
function bannedWords(productName: string | undefined, records: readonly ReviewRecord[]): ReadonlySet<string> {
  const words = tokenizeWords(productName ?? '').flatMap((word) => [word, stemWord(word)]);
  return new Set([...words, ...wordsForProduct(records)]);
}
