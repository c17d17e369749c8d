import {
  COUNTABLE_NOUNS,
  FILLERS,
  FLAW_WORDS,
  INTRANSITIVE_VERBS,
  PRODUCT_KINDS,
  SYMPTOM_NAMES,
} from '#analysis/lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '#analysis/lexicon/stop.words.js';
import { isBreak, tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { conceptOf, isPlural, LINKS, NounReader } from '#analysis/themes/problems/noun.reader.js';
import { contentWords } from '#analysis/themes/problems/problem.namer.js';
import { headingOf } from '#analysis/themes/problems/problem.heading.js';
import { readProblems } from '#analysis/themes/problems/problem.reader.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { READING } from './pitch.patterns.js';

/** A problem as a draft states it to its writer. */
export interface Clause {
  kind: 'clause' | 'lack';
  words: string;
}

/** Forms of the name of a problem, and the clause that each becomes. The first that fits counts. */
const CLAUSES: readonly [RegExp, string][] = [
  [/^cannot (.+)/, 'you cannot $1'],
  [/^have to (.+)/, 'you have to $1'],
  [/^do(?:es)? not (.+)/, 'it does not $1'],
  [/^(hard|difficult|impossible) to (.+)/, 'it is $1 to $2'],
  [/^too (many|few) (.+)/, 'there are too $1 $2'],
  [/^too much (.+)/, 'there is too much $1'],
  [/^not enough (\S*[^s]s)$/, 'there are not enough $1'],
  [/^not enough (.+)/, 'there is not enough $1'],
  [/^((?:too|not) \S+)$/, 'it is $1'],
  [/^(\S+(?: \S+){0,2}? (?:does not|do not|is|are|cannot be|comes?|keeps?|fails?|stopped) .+)/, 'the $1'],
  [/^(\S+(?: \S+)? (?:crashes|disappeared|freezes|lags))$/, 'the $1'],
  [/^((?:keeps|gets|takes|stopped|drains|shuts|loses|deletes|disconnects|crashes|freezes|lags|hangs)\b.*)/, 'it $1'],
];
/** "Errors come up", not "the errors come up". */
const PLURAL_SUBJECT = /^the ((?:\S+ )*?\S*[^sui]s (?:are|come|do|have) )/;
const LACKS = /^(?:no|lack of) (.+)/;
/** Where a verb without an object fails, which may be more than its name: "does not work in the evening". */
const PLACE = /^((?:\S+ ){0,2}do(?:es)? not (\S+)) (?:at|in|on)(?: .*)?$/;
/** A clause of a verb alone or with a particle. */
const SHORT = /^you (?:cannot|have to) (\S+)(?: (in|off|on|out|up))?$/;
/** The end of an object without an article. */
const OBJECT =
  /(?:cannot|have to|do(?:es)? not) \S+ (?!(?:an?|at|for|from|in|into|of|off|on|out|the|to|up|with)\b)(?:.* )?(\S+)$/;
/** Clauses that a question states, too: "Why can I not export?" */
const DENIES = /\b(?:not|cannot)\b/;
const HARD = /^it is (?:difficult|hard|impossible) to /;
/** A clause with a noun as its subject, which ends before its verb. */
const OWN_SUBJECT = /^(?:the )?(?:\S+ )?(?!it\b|there\b|you\b)(\S+) (?:does not|do not|(?:is|are)(?: too| not)?) (\S+)/;
/** The words from "it" to what it is: "it is just far too slow". */
const MAX_STATE_LENGTH = 5;
const COMPOUND = /(?<!\p{L})\p{L}+(?:-\p{L}+)+/gu;
const NAMED: ReadonlySet<string> = new Set([...SYMPTOM_NAMES.values()].map(lowerFirst));
/** As many letters of a verb are compared with the sentence, which may have another ending. */
const STEM_LENGTH = 4;

/**
 * The problem that an English sentence surely names, in its own nouns: the verb belongs to the writer or to the product as the clause says, and
 * lacks no object. Null if none is sure. Takes linear time.
 * @param banned the words of the product's name
 */
export function clauseIn(quote: string, banned: ReadonlySet<string>): Clause | null {
  const words = tokenizeWords(quote);
  const problems = readProblems(words, banned).filter(({ depth }) => depth !== 'update' && depth !== 'partial');
  const specific = problems.filter(({ depth }) => depth === 'specific');
  // A general failure beside a specific one is seldom the point: "after a crash I cannot open the list".
  const ordered = specific.length > 0 ? specific : problems;
  for (const { names } of ordered) {
    const name = withoutPlace(plainOf(headingOf(names[0] ?? '')));
    if (name === '' || READING.unclear.test(name) || !isSaid(name, words) || isPartOf(name, quote)) continue;
    const lack = LACKS.exec(name)?.[1];
    if (lack !== undefined && isMissing(lack, words))
      return { kind: 'lack', words: `${articleOf(lack, words)}${lack}` };
    const said = clauseOf(name);
    if (said === null || (quote.endsWith('?') && !DENIES.test(said))) continue;
    const clause = isFact(said, words) ? withSubject(said, words, banned) : null;
    if (
      clause !== null &&
      ((NAMED.has(name) && clause === said) ||
        (isWhole(clause, words) && isBeforeVerb(clause, words) && isOfNouns(clause)))
    )
      return { kind: 'clause', words: clause };
  }
  return failureIn(words, banned);
}

/** Whether the words of a name are in the sentence. A plural that is not there is one of a noun that can be counted. */
function isSaid(name: string, words: readonly string[]): boolean {
  if (/^too (?:many|much) /.test(name) && !words.some((word) => READING.amount.test(word))) return false;
  if (NAMED.has(name)) return true;
  const said = new Set(words.map(conceptOf));
  return contentWords(name).every(
    (word) =>
      said.has(conceptOf(word)) &&
      (!isPlural(word) || words.includes(word) || COUNTABLE_NOUNS.has(word.replace(/s$/, ''))),
  );
}

/** Whether a word of a name is only a part of another word, such as the end of "add-ons". */
function isPartOf(name: string, quote: string): boolean {
  const parts = (quote.toLowerCase().match(COMPOUND) ?? []).flatMap((word) => word.split('-'));
  return parts.length > 0 && contentWords(name).some((word) => parts.includes(word));
}

/** The name of a problem as a clause: "slow upload" as "the upload is slow". Null for a name of another form. */
function clauseOf(name: string): string | null {
  for (const [form, clause] of CLAUSES)
    if (form.test(name)) return name.replace(form, clause).replace(PLURAL_SUBJECT, '$1');
  const [flaw = '', ...words] = name.split(' ');
  const noun = words.at(-1);
  if (!FLAW_WORDS.has(flaw) || (noun && READING['no-subject'].test(noun))) return null;
  return noun ? `the ${words.join(' ')} ${isPlural(noun) ? 'are' : 'is'} ${flaw}` : `it is ${flaw}`;
}

/** "UI is slow" keeps its capitals. */
const plainOf = (heading: string): string => (/^\p{Lu}{2}/u.test(heading) ? heading : lowerFirst(heading));

const withoutPlace = (name: string): string =>
  name.replace(PLACE, (whole, plain: string, verb: string) => (INTRANSITIVE_VERBS.has(verb) ? plain : whole));

/** Whether the product lacks a thing: not the writer ("I do not have a number"), and not for good ("it would be a great resource"). */
function isMissing(thing: string, words: readonly string[]): boolean {
  const [first = ''] = thing.split(' ');
  const at = words.indexOf(first);
  const before = words.slice(0, Math.max(0, at));
  const pronoun = before.findLast((word) => READING.writer.test(word) || READING.product.test(word));
  return (
    before.at(-1) !== 'longer' &&
    !READING.unwanted.test(thing) &&
    (pronoun === undefined || !READING.writer.test(pronoun)) &&
    words.some((word) => READING.lacks.test(word)) &&
    endsAt(lastPlaceOf(thing, words), words) &&
    isOfNouns(thing)
  );
}

/** The article of a missing thing, as the sentence has it. Nouns that can be counted have one. */
function articleOf(thing: string, words: readonly string[]): string {
  const [first = ''] = thing.split(' ');
  const before = words[words.indexOf(first) - 1] ?? '';
  if (READING.the.test(before)) return 'the ';
  const isOne =
    /(?:ability|button|option|way)$/.test(first) ||
    (!isPlural(thing) && (COUNTABLE_NOUNS.has(thing.split(' ').at(-1) ?? '') || READING.a.test(before)));
  return isOne ? (/^[aeio]/.test(first) ? 'an ' : 'a ') : '';
}

/** Where the verb or the flaw of a clause stands, in any form if need be. */
function placeOf(clause: string, words: readonly string[]): number {
  const [word = ''] = contentWords(clause);
  const isForm = (each: string): boolean => each.slice(0, STEM_LENGTH) === word.slice(0, STEM_LENGTH);
  const denied = clause.includes(' not ')
    ? words.findIndex((each, at) => isForm(each) && READING.denial.test(words[at - 1] ?? ''))
    : -1;
  if (denied >= 0) return denied;
  const at = words.indexOf(word);
  return at < 0 ? words.findIndex(isForm) : at;
}

/**
 * Whether a clause ends where a part of the sentence ends: "you cannot skip" lacks the object of "you cannot skip them", and "no apparent" the noun of
 * "no apparent reason".
 */
function isWhole(clause: string, words: readonly string[]): boolean {
  const [, verb, particle] = SHORT.exec(clause) ?? [];
  if (verb !== undefined && particle !== undefined && words[placeOf(verb, words) + 1] !== particle) return false;
  // "You cannot load home screen" lacks its article.
  const object = OBJECT.exec(clause)?.[1];
  if (object !== undefined && !isPlural(object) && object === object.toLowerCase()) return false;
  const at = lastPlaceOf(clause, words);
  // "Difficult to browse and search" is not difficult to browse search.
  if (words.slice(placeOf(clause, words) + 1, at).some((word) => isBreak(word) || READING.joins.test(word)))
    return false;
  const next = words[at + 1] ?? '.';
  if (endsAt(at, words)) return true;
  if (verb !== undefined || READING.more.test(next) || beginsObject(next)) return false;
  return ENGLISH_STOP_WORDS.has(next) || FILLERS.has(next);
}

/** Whether a word is a pronoun or an article, which begins an object: "the address does not show me mails". */
const beginsObject = (word: string): boolean =>
  [READING.writer, READING.product, READING.other, READING.the, READING.a].some((pattern) => pattern.test(word));

/** Whether no object follows. */
function endsAt(at: number, words: readonly string[]): boolean {
  const next = words[at + 1] ?? '.';
  return isBreak(next) || READING['after-verb'].test(next);
}

function lastPlaceOf(clause: string, words: readonly string[]): number {
  const last = contentWords(clause).at(-1) ?? '';
  return Math.max(placeOf(last, words), words.lastIndexOf(last));
}

/** Whether a noun stands directly before its verb: "a joke and will not pay" is not about a joke that does not pay. */
function isBeforeVerb(clause: string, words: readonly string[]): boolean {
  const [, subject, verb = ''] = OWN_SUBJECT.exec(clause) ?? [];
  if (subject === undefined) return true;
  const to = placeOf(verb, words);
  const from = Math.max(words.lastIndexOf(subject, to), words.lastIndexOf(subject.replace(/s$/, ''), to));
  // The names of some failures differ from the words of the sentence.
  if (to < 0 || from < 0) return true;
  let before = from - 1;
  while (READING.the.test(words[before] ?? '') || clause.split(' ').includes(words[before] ?? '')) before--;
  const between = words.slice(from + 1, to);
  const copula = between.find((word) => READING.copula.test(word));
  return (
    (copula === undefined || isPlural(subject) === READING['plural-copula'].test(copula)) &&
    !LINKS.has(words[before] ?? '') &&
    !READING.been.test(words[to - 1] ?? '') &&
    !between.some((word) => READING['another-clause'].test(word))
  );
}

/** No noun is a form of a verb ("the message stating does not install"), and none follows a plural ("not enough studios hop"). */
function isOfNouns(clause: string): boolean {
  const [before = '', last] = clause.split(' ').slice(-2);
  if (last !== undefined && isPlural(before)) return false;
  const [nouns = ''] = clause.split(READING['goes-on'], 1);
  return !READING.verbal.test(nouns);
}

/** "What is the point if it does not work?" need not be about something that does not work, nor "I will have to leave" about a duty. */
function isFact(clause: string, words: readonly string[]): boolean {
  const obliged = words.findIndex((word, at) => /^ha(?:ve|d|s)$/.test(word) && words[at + 1] === 'to');
  if (clause.startsWith('you have to ') && obliged >= 0 && !READING.writer.test(words[obliged - 1] ?? '')) return false;
  return !words.slice(0, Math.max(0, placeOf(clause, words))).some((word) => READING.condition.test(word));
}

/** Whether the last pronoun before the verb is one for the subject of the clause: "they cannot export" is not "you cannot export". */
function isBySubject(clause: string, words: readonly string[], banned: ReadonlySet<string>): boolean {
  const [subject = ''] = clause.split(' ');
  if (subject !== 'you' && subject !== 'it') return true;
  const place = placeOf(clause, words);
  const isState = clause.startsWith('it is ');
  for (let at = place - 1; at >= 0 && !isBreak(words[at] ?? ''); at--) {
    const word = words[at] ?? '';
    if (READING.writer.test(word)) return subject === 'you';
    if (READING.product.test(word) || PRODUCT_KINDS.has(word) || banned.has(word))
      return subject === 'it' && (!isState || place - at <= MAX_STATE_LENGTH);
    if (READING.other.test(word)) return false;
  }
  return !isState;
}

/**
 * "It does not answer" with the subject that the sentence has before its verb: "the support does not answer". "It is slow" needs the product or
 * such a subject.
 */
function withSubject(clause: string, words: readonly string[], banned: ReadonlySet<string>): string | null {
  const isOwn = isBySubject(clause, words, banned);
  const [, verb = '', denial] = /^it ((?:does (not) )?\S+)/.exec(clause) ?? [];
  if (verb === '' || HARD.test(clause)) return isOwn ? clause : null;
  const end = verb === 'is' ? copulaBefore(placeOf(clause, words), words) : placeOf(clause, words);
  const noun = end < 0 ? null : new NounReader(words, banned).before(denial === undefined ? end : end - 1);
  const subject = noun?.words.join(' ') ?? '';
  const isNoun = noun !== null && beginsNoun(words[words.lastIndexOf(noun.words[0] ?? '', end) - 1] ?? '.');
  if (!isNoun || (verb === 'is' && isOwn)) return isOwn ? clause : null;
  if (!isPlural(subject)) return clause.replace(/^it/, `the ${subject}`);
  return denial === undefined ? null : clause.replace(/^it does/, `${subject} do`);
}

/** The place of "is" before a state: "is really too slow". */
function copulaBefore(place: number, words: readonly string[]): number {
  const from = Math.max(0, place - MAX_STATE_LENGTH);
  const at = words.slice(from, Math.max(0, place)).findLastIndex((word) => READING.copula.test(word));
  return at < 0 ? at : from + at;
}

/**
 * Whether a noun with this word before it is a whole subject. "It buffers and does not load" is not about a buffer, and "the app for Kindle Fire HD
 * crashes" not about HD.
 */
const beginsNoun = (before: string): boolean =>
  isBreak(before) ||
  READING.the.test(before) ||
  READING.a.test(before) ||
  (ENGLISH_STOP_WORDS.has(before) && !LINKS.has(before) && !beginsObject(before));

/** "Exports fail", "the page loops". */
function failureIn(words: readonly string[], banned: ReadonlySet<string>): Clause | null {
  const nouns = new NounReader(words, banned);
  for (const [at, word] of words.entries()) {
    const subject = READING.fails.test(word) ? nouns.before(at)?.words.join(' ') : undefined;
    if (subject === undefined || READING.verbal.test(subject) || !endsAt(at, words)) continue;
    const isMany = isPlural(subject);
    return { kind: 'clause', words: isMany ? `${subject} ${word}` : `the ${subject} ${word.replace(/(?<!s)$/, 's')}` };
  }
  return null;
}
