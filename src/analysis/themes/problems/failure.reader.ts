import {
  BASE_VERBS,
  CHORES,
  COMMON_VERBS,
  HARD_VERBS,
  NOT_VERBS,
  PARTICLES,
  PHRASAL_VERBS,
} from '../../lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '../../lexicon/stop.words.js';
import { conceptOf, LINKS, type Noun, type NounReader, wordSet } from './noun.reader.js';
import type { ProblemNotes } from './problem.notes.js';
import { bareName, baseOf, isAlone, isDefaultObject, knownBaseOf, plainOf, subjectName } from './verb.forms.js';

const CAN = wordSet('can could');
const DO = wordSet('do does did will would');
const BE = wordSet('is are was were be been am has have had');
const BEEN = wordSet('be been being');
const ME = wordSet('me you us users him her one people it them i we');
const FAILS = wordSet('fails failed fail refuses refuse refused');
const STOPS = wordSet('stops stopped stop quit quits');
const STOPPERS = wordSet('i we you people not never');
const PLEADING = wordSet('to please must should and');
const TRIES = wordSet('try tries trying tried');
const HARD = wordSet('challenging hard harder difficult tricky tough impossible');
const EASIER = wordSet('easier simpler');
/** Failures of the product, whoever is the subject. */
const OWN_FAILURES = new Set(['work', 'appear', 'respond', 'show up']);
const SHOWN_SOMEWHERE = new Set(['appear', 'respond', 'show up']);
const STRUGGLES = wordSet('struggle struggled struggles struggling');
/** "Messages do not get" names nothing. */
const NEEDS_OBJECT = wordSet('get give have let make put take');
const HAVE = wordSet('have has had');
const HAS = wordSet('have had having');
const PAINFUL = wordSet('pain hassle nightmare easy');
const KEEPS = wordSet('keeps keep kept');
const WAYS = wordSet('way option ability button function feature');
const HAVING = wordSet('have has offer support include provide');
const LETS = wordSet('able allow allows allowed allowing let lets letting seem seems');
/** Before "do not", if it is advice. */
const ADVISING = /^(?:|please|plz|just|and|so|people|guys|everyone|one|app|this|it|[.,;:()!?\n]+)$/;
const TROUBLES = wordSet('trouble problem problems issue issues difficulty difficulties struggle struggling');
const MISSED = /^(?:get|receive|see|find|hear)/;
const PARTICIPLE = /..ed$|^(?:seen|found|shown|sent|read)$/;
const PLACES = wordSet('in into on through past');
/** The words from "get" to "to" in "cannot get the watch to sync". */
const MAX_GET_LENGTH = 5;
/** The words from "hard" to "to" in "hard for a small team to manage". */
const MAX_LENGTH_FOR = 7;

/** A failing verb: where it stands, the words before it in the name, and where its subject ends. */
interface Failing {
  verbAt: number;
  prefix: string;
  subjectEnd: number;
  passive?: boolean;
  /** False if the subject is the writer. */
  hasSubject?: boolean;
  /** The verb without -ing. */
  plain?: string;
}

/** Finds verbs that fail: "cannot open files", "hard to cancel", "keeps logging out". */
export class FailureReader {
  constructor(
    private readonly nouns: NounReader,
    private readonly notes: ProblemNotes,
  ) {}

  readAt(at: number): void {
    const word = this.nouns.at(at);
    const next = this.nouns.at(at + 1);
    if (word === 'not' || word === 'never') this.readNegation(at, at + 1);
    else if (word === 'no' && next === 'longer') this.readNegation(at, at + 2);
    else if (STOPS.has(word) && /..ing$/.test(next)) this.readStop(at);
    else if (KEEPS.has(word) && /..ing$/.test(next)) this.addVerb('keeps', 'keeps', at + 1);
    else if (TROUBLES.has(word) && /..ing$/.test(next))
      this.add({ verbAt: at + 1, prefix: 'Trouble', subjectEnd: at, hasSubject: false });
    else if (HARD.has(word) && next === 'for') this.readHardFor(word, at);
    else if (next !== 'to' || (word === 'easy' && !isDenied(at, this.nouns))) return;
    else if (word === 'unable') this.add({ verbAt: at + 2, prefix: 'Cannot', subjectEnd: at });
    else if (FAILS.has(word)) this.add({ verbAt: at + 2, prefix: 'Fails to', subjectEnd: at });
    else if (TRIES.has(word)) this.addTried(at + 2);
    else if (HARD.has(word)) this.addVerb('hard', `${word} to`, at + 2);
    else if (PAINFUL.has(word) || (word === 'how' && isPuzzled(at, this.nouns)))
      this.addVerb('hard', 'hard to', at + 2);
    else if (word === 'inability') this.add({ verbAt: at + 2, prefix: 'Cannot', subjectEnd: at, hasSubject: false });
    else if (HAS.has(word)) this.addVerb('have', 'have to', at + 2);
    else if (EASIER.has(word) && isWished(at, this.nouns)) this.addVerb('hard', 'hard to', at + 2);
    else if (WAYS.has(word) && isLacking(at, this.nouns))
      this.add({ verbAt: at + 2, prefix: this.prefixOfWay(at), subjectEnd: at, hasSubject: false });
    else if (STRUGGLES.has(word) || (WAYS.has(word) && EASIER.has(this.nouns.at(at - 1))))
      this.addVerb('hard', 'hard to', at + 2);
  }

  /** "It stopped syncing"; "I stopped using it", "cannot stop playing" and "please stop crashing" are not. */
  private readStop(at: number): void {
    const before = this.nouns.at(at - 1);
    if (STOPPERS.has(before) || (this.nouns.at(at) === 'stop' && PLEADING.has(before))) return;
    this.add({ verbAt: at + 1, prefix: 'Stopped', subjectEnd: at });
  }

  /** "Difficult for a small team to manage". */
  private readHardFor(word: string, at: number): void {
    for (let to = at + 3; to <= at + MAX_LENGTH_FOR; to++)
      if (this.nouns.at(to) === 'to') return this.addVerb('hard', `${word} to`, to + 1);
  }

  /** "No way to", or "hard to" for "an easier way to". */
  private prefixOfWay(at: number): string {
    return EASIER.has(this.nouns.at(at - 1)) ? 'Hard to' : `No ${this.nouns.at(at)} to`;
  }

  private readNegation(at: number, after: number): void {
    const word = this.nouns.at(at);
    const aux = this.nouns.at(at - 1);
    // "Why can I not ...", which the tokens hold as "can not i".
    const asked = CAN.has(aux) || DO.has(aux) ? this.nouns.skipWriter(after) : after;
    const verbAt = this.nouns.skip(asked);
    const verb = this.nouns.at(verbAt);
    const subjectEnd = at - 1;
    // "Not only does it", "not even close to the old one".
    if (aux === 'would' && [2, 3, 4].some((back) => this.nouns.at(at - back) === 'wish')) return;
    if (this.nouns.at(after) === 'only' || (verb === 'close' && !CAN.has(aux) && !DO.has(aux))) return;
    // "I am never typing on another one again."
    if (aux === 'am' && /..ing$/.test(verb) && !MISSED.test(verb)) return;
    // "If you have not opened the app" is not a failure of the app.
    if (HAVE.has(aux) && this.nouns.isWriter(at - 2) && PARTICIPLE.test(verb) && !MISSED.test(verb)) return;
    if (/..ing$/.test(verb) && !LETS.has(verb) && verb !== 'being') this.add({ verbAt, prefix: 'Not', subjectEnd: at });
    else if (DO.has(aux) && HAVING.has(verb)) this.addLack('No', verbAt + 1);
    else if (DO.has(aux) && this.nouns.at(at + 1) === 'have') this.addLack('No', at + 2);
    else if (verb === 'enough') this.addLack('Not enough', verbAt + 1);
    else if (BE.has(aux) || BEEN.has(verb))
      this.readState(BEEN.has(verb) ? this.nouns.skip(verbAt + 1) : verbAt, subjectEnd);
    else if (LETS.has(verb) || this.isAppearance(verbAt)) this.readAbility(verbAt, subjectEnd);
    else if (word === 'not' && this.isStateOfNoun(at, verb))
      this.add({ verbAt, prefix: 'Not', subjectEnd: at, passive: true });
    else if (CAN.has(aux)) this.add({ verbAt: this.verbOfGet(verbAt), prefix: 'Cannot', subjectEnd });
    else if (DO.has(aux) || this.isPlainFailure(at, after, verb)) {
      const mine = DO.has(aux) && (asked !== after || /^(?:i|we|you)$/.test(this.nouns.at(at - 2)));
      // "Do not waste your time" is advice, and "they do not listen" is about people.
      if ((aux === 'do' && ADVISING.test(this.nouns.at(at - 2))) || verb === 'listen') return;
      if (mine && !MISSED.test(verb)) return;
      this.add({ verbAt, prefix: mine ? 'Cannot' : 'Does not', subjectEnd });
    }
  }

  /** "does not appear to work". */
  private isAppearance(at: number): boolean {
    return /^appears?$/.test(this.nouns.at(at)) && this.nouns.at(at + 1) === 'to';
  }

  /** "Device not detected". */
  private isStateOfNoun(at: number, verb: string): boolean {
    return (
      PARTICIPLE.test(verb) &&
      !CAN.has(this.nouns.at(at - 1)) &&
      !DO.has(this.nouns.at(at - 1)) &&
      this.nouns.before(at) !== null
    );
  }

  /** "no longer works", "never syncs", "not work". */
  private isPlainFailure(at: number, after: number, verb: string): boolean {
    const never = this.nouns.at(at) === 'never' && /[^s]s$/.test(verb);
    return after > at + 1 || never || COMMON_VERBS.has(verb) || isAlone(verb);
  }

  /** "is not able to save", "cannot be opened", "is not enough space". */
  private readState(at: number, subjectEnd: number): void {
    const word = this.nouns.at(at);
    if (word === 'able') this.readAbility(at, subjectEnd);
    else if (word === 'enough') this.addLack('Not enough', at + 1);
    // "Is not open" is not a failure.
    else if (word === 'open') return;
    // "are not load", as some sources store texts.
    else if (isAlone(word) || (BASE_VERBS.has(word) && !PARTICIPLE.test(word)))
      this.add({ verbAt: at, prefix: 'Does not', subjectEnd });
    else if (PARTICIPLE.test(word)) this.add({ verbAt: at, prefix: 'Not', subjectEnd, passive: true });
  }

  /** "not able to save", "does not let me save". */
  private readAbility(at: number, subjectEnd: number): void {
    let verbAt = at + 1;
    if (ME.has(this.nouns.at(verbAt))) verbAt++;
    if (this.nouns.at(verbAt) === 'to') verbAt++;
    this.add({
      verbAt: this.verbOfGet(verbAt),
      prefix: /^(?:seem|appear)/.test(this.nouns.at(at)) ? 'Does not' : 'Cannot',
      subjectEnd,
    });
  }

  /** The position of the verb that fails: "sync" in "cannot get the watch to sync". */
  private verbOfGet(at: number): number {
    if (this.nouns.at(at) !== 'get' || PLACES.has(this.nouns.at(at + 1))) return at;
    for (let to = at + 2; to <= at + MAX_GET_LENGTH; to++) if (this.nouns.at(to) === 'to') return to + 1;
    return at;
  }

  private addLack(word: string, at: number): void {
    const noun = this.nouns.after(at);
    if (noun) this.notes.addNouns('no', { ...noun, determiner: '' }, (name) => `${word} ${name}`);
  }

  private add({ verbAt, prefix, subjectEnd, passive = false, hasSubject = true, plain: given }: Failing): void {
    const read = this.verbFrom(verbAt);
    if (!read) return;
    const { verb, particle, end } = read;
    const plain = prefix === 'Not' && !passive && given === undefined ? knownBaseOf(verb) : undefined;
    if (plain !== undefined && plain !== verb)
      return this.add({ verbAt, prefix: 'Does not', subjectEnd, hasSubject, plain });
    const base = /(?:ed|ing)$/.test(verb) ? (knownBaseOf(verb) ?? verb) : baseOf(verb);
    const said = `${given ?? (/ (?:not|to)$|^Cannot$/.test(prefix) ? base : verb)}${particle}`;
    const concept = conceptOf(verb);
    const failure = `not ${concept}${concept === 'login' ? '' : particle}`;
    const name = `${prefix === 'Cannot' && OWN_FAILURES.has(said) ? 'Does not' : prefix} ${said}`;
    // "Cannot find" names a problem only with an object.
    if (isAlone(verb, particle)) this.notes.addFailure(failure, bareName(verb, particle), name);
    else this.notes.addPartial(failure, name);
    // "Does not show up on the list" says where.
    const object = passive || SHOWN_SOMEWHERE.has(said) ? null : this.objectAt(end);
    if (/^any(?:thing)?$/.test(this.nouns.at(end)) && !object)
      this.notes.addFailure(`${failure} anything`, `${name} anything`);
    if (object && !isDefaultObject(concept, object.noun))
      this.notes.addNouns(failure, object.noun, (noun) => `${name}${object.link} ${noun}`);
    const isWriter = !hasSubject || (prefix === 'Cannot' && !passive);
    const subject = isWriter || NEEDS_OBJECT.has(said) ? null : this.nouns.before(subjectEnd);
    if (subject && !isDefaultObject(concept, subject))
      this.notes.addNouns(failure, subject, (noun) => subjectName(noun, prefix, said, passive));
  }

  /** Notes a verb that a writer wishes for: "wish I could export reports". */
  addImpossible(verbAt: number): void {
    if (ENGLISH_STOP_WORDS.has(this.nouns.at(verbAt)) && !COMMON_VERBS.has(this.nouns.at(verbAt))) return;
    this.add({ verbAt, prefix: 'Cannot', subjectEnd: verbAt, hasSubject: false });
  }

  /** "Trying to delete files" may mean another failure, so the name is left to other sentences. */
  private addTried(verbAt: number): void {
    const read = this.verbFrom(verbAt);
    if (!read) return;
    const failure = `not ${conceptOf(read.verb)}${read.particle}`;
    if (isAlone(read.verb, read.particle)) this.notes.addFailure(failure, '');
    const object = this.objectAt(read.end)?.noun;
    if (object && !isDefaultObject(conceptOf(read.verb), object)) this.notes.addNouns(failure, object, () => '');
  }

  /** Notes a thing with which something cannot be done: "wish the reports could be exported". */
  addPassive(verbAt: number, subjectEnd: number): void {
    this.add({ verbAt, prefix: 'Not', subjectEnd, passive: true });
  }

  /** Notes a verb after "hard to", "have to" or "keeps". */
  private addVerb(kind: string, prefix: string, at: number): void {
    const read = this.verbFrom(at, kind === 'hard');
    if (!read || read.verb === 'pay') return;
    const name = `${prefix} ${read.verb}${read.particle}`;
    const failure = `${kind} ${conceptOf(read.verb)}`;
    if (kind === 'hard' ? HARD_VERBS.has(read.verb) || isAlone(read.verb) : CHORES.has(read.verb))
      this.notes.addFailure(failure, name);
    else this.notes.addPartial(failure, name);
    const object = this.objectAt(read.end);
    if (
      object &&
      !isDefaultObject(conceptOf(read.verb), object.noun) &&
      !object.noun.words.some((word) => CHORES.has(word))
    )
      this.notes.addNouns(failure, object.noun, (noun) => `${name}${object.link} ${noun}`);
  }

  /** The verb at a position; "understand" counts only after "hard to". */
  private verbFrom(index: number, isHard = false): { verb: string; particle: string; end: number } | null {
    const at = this.nouns.skip(index);
    const verb = this.nouns.at(at);
    const isVerb = isHard && HARD_VERBS.has(verb);
    if (!/^\p{L}{2,}$/u.test(verb) || this.nouns.isBanned(verb)) return null;
    if (!isVerb && (NOT_VERBS.has(verb) || NOT_VERBS.has(plainOf(verb)))) return null;
    if (!isVerb && ENGLISH_STOP_WORDS.has(verb) && !COMMON_VERBS.has(verb)) return null;
    // "Does not log me in".
    const particleAt = at + (ME.has(this.nouns.at(at + 1)) ? 2 : 1);
    const said = this.nouns.at(particleAt);
    const hasParticle = PHRASAL_VERBS.has(verb) && PARTICLES.has(said);
    // "Log into" and "log on" are "log in".
    const particle = conceptOf(verb) === 'login' && said !== 'out' && said !== 'up' ? 'in' : said;
    return { verb, particle: hasParticle ? ` ${particle}` : '', end: hasParticle ? particleAt + 1 : at + 1 };
  }

  private objectAt(end: number): { noun: Noun; link: string } | null {
    const linked = LINKS.has(this.nouns.at(end));
    const noun = this.nouns.after(linked ? end + 1 : end);
    return noun && { noun, link: linked ? ` ${this.nouns.at(end)}` : '' };
  }
}

const LACKING = wordSet(
  'no not need needs add wish lack missing removed want like love have should could please provide give',
);
const DENIAL_DEGREES = wordSet('as very always that so all exactly super');
const PUZZLES = wordSet('figure figuring know find understand idea');
const DENIALS = wordSet('not no unable hard trying difficult impossible');
const WISHING = wordSet('wish if should could would need needs please make');
/** The words from "ability" to "would be". */
const WISHED_AFTER = [3, 4, 5, 6, 7];

/** True for the "way" of "no way to", and the "ability" of "the ability to export would be nice". */
function isLacking(at: number, nouns: NounReader): boolean {
  const isPleasing = WISHED_AFTER.some(
    (steps) => nouns.at(at + steps) === 'would' && nouns.at(at + steps + 1) === 'be',
  );
  return isPleasing || [1, 2, 3, 4].some((back) => LACKING.has(nouns.at(at - back)));
}

/** True for the "easy" of "not easy" and "not as easy". */
function isDenied(at: number, nouns: NounReader): boolean {
  return nouns.at(DENIAL_DEGREES.has(nouns.at(at - 1)) ? at - 2 : at - 1) === 'not';
}

/** True for the "easier" of "make it easier to cancel", but not of "makes it easier to share". */
function isWished(at: number, nouns: NounReader): boolean {
  return [1, 2, 3, 4, 5, 6].some((back) => WISHING.has(nouns.at(at - back)));
}

/** True for the "how" of "I cannot figure out how to export". */
function isPuzzled(at: number, nouns: NounReader): boolean {
  const near = [1, 2, 3].some((back) => PUZZLES.has(nouns.at(at - back)));
  return near && [1, 2, 3, 4, 5, 6, 7].some((back) => DENIALS.has(nouns.at(at - back)));
}
