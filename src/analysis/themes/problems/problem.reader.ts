import {
  BASE_VERBS,
  COMMON_VERBS,
  NAME_FORMS,
  QUIET_SYMPTOMS,
  SYMPTOM_CUES,
  SYMPTOM_NAMES,
  SYMPTOMS_OF_NOUNS,
  SYMPTOMS_WITH_NOUNS,
  WANTED_SYMPTOMS,
} from '../../lexicon/problem.words.js';
import { PhraseBook } from '../../text/phrase.book.js';
import { readBlame } from './blame.reader.js';
import { FailureReader } from './failure.reader.js';
import { readLack } from './lack.reader.js';
import { conceptOf, isPlural, LINKS, NounReader, wordSet } from './noun.reader.js';
import { type Problem, ProblemNotes } from './problem.notes.js';
import { contentWords } from './problem.namer.js';
import { readPolite } from './polite.reader.js';
import { readWish } from './wish.reader.js';

const SYMPTOMS = new PhraseBook(SYMPTOM_CUES);
const EXCUSED = SYMPTOMS.indexOf('excused');
const TAKES_LONG = 'takes too long';
const UPDATES = wordSet('update updates upgrade version updating upgrading updated');
/** Words before "update" in a complaint about it, and words of sentences that wait for one. */
const NEWEST = wordSet('new latest last recent newest every this');
const SPOILS = wordSet('made make makes ruined ruins broke breaks sucks suck screwed messed killed destroyed');
const AWAITING = wordSet(
  'solved resolved hope hoping next wait waiting should want wish need needs available icon check checks prompt prompts',
);
const WRITERS = wordSet('i we to');
/** Before "deleting", if the product does it: "a better way of deleting" is not a loss. */
const GOING_ON = wordSet('are been is it keep keeps kept start started starts stop was');
const DENIALS = wordSet('never no without zero not');
const DENIAL_LINKS = wordSet(
  'a any had ever problem problems issue issues with of the experienced seen noticed single more longer',
);
/** The words from a denial to what it denies. */
const MAX_DENIAL_LENGTH = 7;
/** The words between "since" and "update". */
const MAX_SINCE_LENGTH = 5;

/** The problems that a sentence names, each once. `banned` are the words of the product's name. */
export function readProblems(sentence: readonly string[], banned: ReadonlySet<string>): Problem[] {
  const nouns = new NounReader(sentence, banned);
  const notes = new ProblemNotes(sinceUpdate(sentence), blamesUpdate(sentence));
  const failures = new FailureReader(nouns, notes);
  sentence.forEach((_word, at) => {
    failures.readAt(at);
    readLack(at, nouns, notes);
    readWish(at, nouns, notes, failures);
    readBlame(at, nouns, notes);
    readPolite(at, nouns, notes);
  });
  readSymptoms(sentence, nouns, notes);
  return notes.all;
}

/** Phrases of the lexicon such as "keeps crashing", with the noun beside them. */
function readSymptoms(sentence: readonly string[], nouns: NounReader, notes: ProblemNotes): void {
  const hits = SYMPTOMS.find(sentence);
  const excuses = hits.filter(({ list }) => list === EXCUSED);
  for (const { list, start, end } of hits) {
    // "Trial and error" is not an error.
    if (excuses.some((excuse) => start < excuse.end && excuse.start < end)) continue;
    const failure = SYMPTOMS.listNames[list] ?? '';
    if (!WANTED_SYMPTOMS.has(failure) && isDenied(start, nouns)) continue;
    const needsNoun = SYMPTOMS_OF_NOUNS.has(failure);
    // "I deleted the app" is not a problem of the app.
    if (needsNoun && failure !== 'lost' && isByWriter(start, nouns)) continue;
    if (failure === 'deleted' && /ing$/.test(sentence[start] ?? '') && !GOING_ON.has(nouns.at(start - 1))) continue;
    const phrase = sentence.slice(start, end).join(' ');
    const plain = phrase.startsWith('not ') && isVerb(sentence[end - 1] ?? '') ? `does ${phrase}` : phrase;
    const said = NAME_FORMS.get(plain) ?? plain;
    const general = SYMPTOM_NAMES.get(failure);
    const held = said === plain && general !== undefined && holds(sentence, general) ? general : said;
    const names = [held === said && QUIET_SYMPTOMS.has(failure) ? '' : held];
    if (failure === TAKES_LONG) names.push(...slowActions(end, nouns));
    if (!needsNoun) notes.addFailure(failure, ...names);
    // Most symptoms that have a name are one problem, with any noun.
    if (general !== undefined && !SYMPTOMS_WITH_NOUNS.has(failure)) continue;
    const linked = LINKS.has(nouns.at(end));
    const object = nouns.after(linked ? end + 1 : end);
    const link = linked ? ` ${nouns.at(end)}` : '';
    if (object) notes.addNouns(failure, object, (noun) => `${said}${link} ${noun}`);
    const subject = nouns.before(start);
    if (subject)
      notes.addNouns(
        failure,
        subject,
        (noun) => `${noun} ${isPlural(noun) ? said.replace(/^(?:is|all) /, 'are ') : said}`,
      );
  }
}

/** The name with the verb that takes long: "Takes too long to load". */
function slowActions(end: number, nouns: NounReader): string[] {
  const verb = nouns.at(end - 1) === 'to' ? nouns.at(end) : nouns.at(end) === 'to' ? nouns.at(end + 1) : '';
  return BASE_VERBS.has(verb) ? [`${TAKES_LONG} to ${verb}`] : [];
}

/** "It never crashes", "I have not had any crashes", "no problems with freezing". */
function isDenied(start: number, nouns: NounReader): boolean {
  let at = start - 1;
  while (start - at < MAX_DENIAL_LENGTH && DENIAL_LINKS.has(nouns.at(at))) at--;
  return DENIALS.has(nouns.at(at));
}

/** True for the base of a known verb. */
const isVerb = (word: string): boolean => BASE_VERBS.has(word) || COMMON_VERBS.has(word);

/** "I deleted", "we have removed", "to remove". */
function isByWriter(start: number, nouns: NounReader): boolean {
  const before = nouns.at(start - 1);
  return WRITERS.has(before) || (/^(?:have|had)$/.test(before) && WRITERS.has(nouns.at(start - 2)));
}

/** True if a sentence contains the content words of a name. */
function holds(sentence: readonly string[], name: string): boolean {
  const said = new Set(sentence.map(conceptOf));
  return contentWords(name).every((word) => said.has(conceptOf(word)));
}

/** True for a complaint that mentions an update, such as "the new update took the widgets away". */
function blamesUpdate(sentence: readonly string[]): boolean {
  const at = sentence.findIndex(
    (word, index) =>
      /^up(?:dat|grad)/.test(word) &&
      (NEWEST.has(sentence[index - 1] ?? '') ||
        SPOILS.has(sentence[index + 1] ?? '') ||
        SPOILS.has(sentence[index + 2] ?? '')),
  );
  return at >= 0 && !sentence.some((word) => AWAITING.has(word));
}

/** "since the update", if the sentence dates its problem so. */
function sinceUpdate(sentence: readonly string[]): string {
  const at = sentence.findIndex((word) => UPDATES.has(word));
  for (let from = at - 1; from >= Math.max(0, at - MAX_SINCE_LENGTH); from--) {
    const word = sentence[from] ?? '';
    if (word === 'since' || word === 'after')
      return `${word} the ${/^up(?:dat|grad)/.test(sentence[at] ?? '') ? 'update' : 'new version'}`;
  }
  return '';
}
