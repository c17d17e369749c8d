import {
  BAD_WORDS,
  DISLIKED_WORDS,
  FLAW_WORDS,
  FLAWS_ALONE,
  NOT_SUBJECTS,
  SYMPTOM_CUES,
  SYMPTOMS_OF_NOUNS,
} from '../lexicon/problem.words.js';
import { EMPTY_NOUNS } from '../lexicon/stop.words.js';
import { PhraseBook } from '../text/phrase.book.js';
import { ASPECTS, findAspects } from './aspect.finder.js';
import { FailureReader } from './failure.reader.js';
import { conceptOf, isPlural, LINKS, type Noun, NounReader, wordSet } from './noun.reader.js';
import { type Problem, ProblemNotes } from './problem.notes.js';

const SYMPTOMS = new PhraseBook(SYMPTOM_CUES);
const BE = wordSet('is are was were');
const LACKS = wordSet('no lacks lacking');
/** "I have no account" is not about the product. */
const MINE = /^(?:i|we) (?:have|had|see|saw|found)$/;
const ASKING = wordSet('please plz pls should must and you they could would just');
const INTENSIFIERS = wordSet('very too so really extremely pretty quite bit a little super way kind kinda of more');
const LINKING = wordSet('is are was were be seems looks feels becomes became gets get');
const STATES = /^(?:available|compatible|intuitive|accurate|reliable|secure|clear|friendly|correct|visible|supported)$/;
const UPDATES = wordSet('update updates upgrade version updating upgrading updated');
const WRITERS = wordSet('i we have');
const WISHES = wordSet('wish needs need nice great love like hope helpful');
const WISH_FILLERS = wordSet(
  'to see have had be been a an more there it you they was were is are if for could would also some i we get with better',
);
const LONGEST_WISH = 8;
/** The words between "since" and "update". */
const LONGEST_SINCE = 5;

/**
 * The problems that a sentence names, each once, without what it is only about. `banned` are the words of the product's
 * name.
 */
export function readProblems(sentence: readonly string[], banned: ReadonlySet<string>): Problem[] {
  const nouns = new NounReader(sentence, banned);
  const notes = new ProblemNotes(sinceUpdate(sentence));
  const failures = new FailureReader(nouns, notes);
  sentence.forEach((word, at) => {
    failures.readAt(at);
    readLack(word, at, nouns, notes);
    readBlame(word, at, nouns, notes);
    if (FLAW_WORDS.has(word)) readFlaw(word, at, at + 1, nouns, notes);
    else if (word === 'not' && STATES.test(nouns.at(at + 1)))
      readFlaw(`not ${nouns.at(at + 1)}`, at, at + 2, nouns, notes);
  });
  readSymptoms(sentence, nouns, notes);
  return notes.all;
}

/** What a sentence is about: its aspects, and the nouns with a determiner. */
export function readSubjects(sentence: readonly string[], banned: ReadonlySet<string>): Problem[] {
  const nouns = new NounReader(sentence, banned);
  const notes = new ProblemNotes('');
  for (const index of findAspects(sentence).keys()) {
    const { name = '', home, quiet } = ASPECTS[index] ?? {};
    const isOwn = name.split(' ').some((word) => banned.has(word.toLowerCase()));
    const isSaid = name.split(' ').every((word) => sentence.includes(word.toLowerCase()));
    if (isSaid && !quiet && home === undefined && !isOwn)
      notes.addSubject(name.includes(' ') ? `#${name}` : conceptOf(name.toLowerCase()), name);
  }
  sentence.forEach((_word, at) => {
    const noun = nouns.isDeterminer(at) ? nouns.after(at) : null;
    const [first, second] = noun?.words ?? [];
    const last = second ?? first;
    if (!first || !last || EMPTY_NOUNS.has(first) || UPDATES.has(first)) return;
    if (!EMPTY_NOUNS.has(last) && !NOT_SUBJECTS.has(last)) notes.addSubject(conceptOf(last), withArticle(last));
    if (second) notes.addSubject(`${conceptOf(first)} ${conceptOf(second)}`, withArticle(`${first} ${second}`));
  });
  return notes.all;
}

/** "no dark mode", "lack of filters", "please add tags", "where is the search icon". */
function readLack(word: string, at: number, nouns: NounReader, notes: ProblemNotes): void {
  const next = nouns.at(at + 1);
  const add = (name: string, from: number): void => {
    const noun = nouns.after(from);
    if (!noun) return;
    const thing = nouns.at(from + 1) === 'for' ? nouns.after(from + 2) : null;
    notes.addNouns('no', { ...noun, determiner: '' }, (said) => `${name} ${said}`);
    if (thing)
      notes.addNouns('no', { ...thing, determiner: '' }, (said) => `${name} ${noun.words.join(' ')} for ${said}`);
  };
  if (word === 'missing') add('missing', at + 1);
  else if (word === 'no' && MINE.test(`${nouns.at(at - 2)} ${nouns.at(at - 1)}`)) return;
  else if (LACKS.has(word)) add('no', next === 'of' ? at + 2 : at + 1);
  else if (word === 'lack' && next === 'of') add('lack of', at + 2);
  else if (word === 'bring' && next === 'back') add('no', at + 2);
  else if (word === 'where' && (BE.has(next) || next === 'did')) add('no', at + 2);
  else if (word === 'add' && (at === 0 || ASKING.has(nouns.at(at - 1)))) add('no', at + 1);
  else if (WISHES.has(word)) {
    let from = at + 1;
    while (WISH_FILLERS.has(nouns.at(from)) && from < at + LONGEST_WISH) from++;
    if (from > at + 1) add('requests for', from);
  }
}

/** "too many ads", "terrible support", "hate the new layout". */
function readBlame(word: string, at: number, nouns: NounReader, notes: ProblemNotes): void {
  const next = nouns.at(at + 1);
  const add = (failure: string, noun: Noun | null, prefix: string): void => {
    if (noun) notes.addNouns(failure, { ...noun, determiner: '' }, (name) => `${prefix} ${name}`);
  };
  if ((word === 'too' || word === 'so') && (next === 'many' || next === 'much'))
    add('many', nouns.after(at + 2), `too ${next}`);
  else if (BAD_WORDS.has(word))
    add('bad', nouns.after(at + 1) ?? (BE.has(nouns.at(at - 1)) ? nouns.before(at - 1) : null), word);
  else if (DISLIKED_WORDS.has(word)) add('bad', nouns.after(at + 1), word);
  else if (word === 'sucks' || word === 'suck') {
    const noun = nouns.before(at);
    if (noun) notes.addNouns('bad', noun, (name) => `${name} ${word}`);
  }
}

/** "slow upload", "the upload is too slow". */
function readFlaw(word: string, from: number, to: number, nouns: NounReader, notes: ProblemNotes): void {
  const failure = conceptOf(word);
  if (FLAWS_ALONE.has(word) || word.startsWith('not ')) notes.addFailure(failure, word);
  const object = nouns.after(to);
  if (object && !object.determiner) notes.addNouns(failure, object, (noun) => `${word} ${noun}`);
  let back = from - 1;
  while (INTENSIFIERS.has(nouns.at(back))) back--;
  const subject = LINKING.has(nouns.at(back)) ? nouns.before(back) : null;
  if (subject) notes.addNouns(failure, subject, (noun) => `${noun} ${isPlural(noun) ? 'are' : 'is'} ${word}`);
}

/** Phrases of the lexicon such as "keeps crashing", with the noun beside them. */
function readSymptoms(sentence: readonly string[], nouns: NounReader, notes: ProblemNotes): void {
  for (const { list, start, end } of SYMPTOMS.find(sentence)) {
    const failure = SYMPTOMS.listNames[list] ?? '';
    const needsNoun = SYMPTOMS_OF_NOUNS.has(failure);
    // "I deleted the app" is no problem of the app.
    if (needsNoun && failure !== 'lost' && WRITERS.has(nouns.at(start - 1))) continue;
    const phrase = sentence.slice(start, end).join(' ');
    const said = /^not .*[^g]$/.test(phrase) ? `does ${phrase}` : phrase;
    if (!needsNoun) {
      notes.addFailure(failure, failure);
      notes.addFailure(failure, said);
    }
    const linked = LINKS.has(nouns.at(end));
    const object = nouns.after(linked ? end + 1 : end);
    const link = linked ? ` ${nouns.at(end)}` : '';
    if (object) notes.addNouns(failure, object, (noun) => `${said}${link} ${noun}`);
    const subject = nouns.before(start);
    if (subject)
      notes.addNouns(failure, subject, (noun) => `${noun} ${isPlural(noun) ? said.replace(/^is /, 'are ') : said}`);
  }
}

function withArticle(noun: string): string {
  return isPlural(noun) ? noun : `the ${noun}`;
}

/** "since the update", if the sentence dates its problem so. */
function sinceUpdate(sentence: readonly string[]): string {
  const at = sentence.findIndex((word) => UPDATES.has(word));
  for (let from = at - 1; from >= Math.max(0, at - LONGEST_SINCE); from--) {
    const word = sentence[from] ?? '';
    if (word === 'since' || word === 'after')
      return `${word} the ${/^up(?:dat|grad)/.test(sentence[at] ?? '') ? 'update' : 'new version'}`;
  }
  return '';
}
