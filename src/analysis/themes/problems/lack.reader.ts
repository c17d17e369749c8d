import { type NounReader, wordSet } from './noun.reader.js';
import { type ProblemNotes } from './problem.notes.js';

const BE = wordSet('is are was were be seems');
const LACKS = wordSet('no lacks lacking');
/** "I have no account" is not about the product. */
const MINE = /^(?:i|we) (?:have|had|see|saw|found)$/;
const ASKING = wordSet('please should must and they could would just maybe also then kindly u guys n but , . ( !');
const WANTING = wordSet('need needs needed want like love please ought');
const ASKING_YOU = wordSet('can could please would should if guys wish hope');
/** "please include tags", "please allow backups". */
const ASKED = wordSet('include introduce implement provide enable restore allow support');
const POLITELY = wordSet('please kindly should must could');
const DONE = wordSet('added included implemented introduced restored provided');
/** Words before "be added". */
const MODALS = wordSet('should could must can to would');
const OBLIGED = wordSet('needs need has have ought');
const RETURNED = wordSet('put want give bring');
/** The words from "put" to "back". */
const MAX_RETURN_LENGTH = 5;
/** The words from "why" to "remove". */
const ASKS_WHY = [1, 2, 3, 4];
const MISSERS = wordSet('i we really also just do');
/** Words after which "for" names the missing thing: "no option for dark mode". */
const CHOICES = wordSet('option options ability support setting settings button way');
const FEW = wordSet('few limited');

/** "no dark mode", "lack of filters", "please add tags", "where is the search icon", "needs more filters". */
export function readLack(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const word = nouns.at(at);
  const next = nouns.at(at + 1);
  if (word === 'missing') readMissing(at, nouns, notes);
  else if (word === 'no' && MINE.test(`${nouns.at(at - 2)} ${nouns.at(at - 1)}`)) return;
  else if (LACKS.has(word)) addLack('no', next === 'of' ? at + 2 : at + 1, nouns, notes);
  else if (word === 'lack' && next === 'of') addLack('lack of', at + 2, nouns, notes);
  else if (word === 'bring' && next === 'back') addLack('no', at + 2, nouns, notes);
  else if (word === 'where' && (BE.has(next) || next === 'did')) addLack('no', at + 2, nouns, notes);
  else if (word === 'add' && isAsked(at, nouns)) addWanted(at + 1, nouns, notes);
  else if (ASKED.has(word) && POLITELY.has(nouns.at(at - 1))) addWanted(at + 1, nouns, notes);
  else if (word === 'not' && next === 'there' && BE.has(nouns.at(at - 1))) addSubject(at - 1, nouns, notes);
  else if (word === 'remove' && ASKS_WHY.some((back) => nouns.at(at - back) === 'why'))
    addRemoved(at + 1, nouns, notes);
  else if (word === 'remove' && (at === 0 || POLITELY.has(nouns.at(at - 1)) || nouns.at(at - 1) === 'you'))
    addUnwanted(at + 1, nouns, notes);
  else if (DONE.has(word)) readDone(at, nouns, notes);
  else if (RETURNED.has(word)) readReturn(at, nouns, notes);
  else if (word === 'miss' && MISSERS.has(nouns.at(at - 1)) && nouns.isDetermined(at + 1))
    addLack('missing', at + 1, nouns, notes);
  else if (FEW.has(word) && nouns.at(at - 1) !== 'a') {
    const noun = nouns.after(at + 1);
    if (noun)
      notes.addNouns('few', { ...noun, determiner: '' }, (said) => `${word === 'few' ? 'not enough' : word} ${said}`);
  }
}

/** "Please add", "you need to add", "if you add"; "to add" and "when you add" ask for nothing. */
function isAsked(at: number, nouns: NounReader): boolean {
  const before = nouns.at(at - 1);
  if (before === 'to') return WANTING.has(nouns.at(at - 2));
  if (before === 'you') return ASKING_YOU.has(nouns.at(at - 2));
  return at === 0 || ASKING.has(before);
}

/** "Tags should be added", "dark mode needs to be included". */
function readDone(at: number, nouns: NounReader, notes: ProblemNotes): void {
  if (nouns.at(at - 1) !== 'be' || !MODALS.has(nouns.at(at - 2))) return;
  addSubject(OBLIGED.has(nouns.at(at - 3)) ? at - 3 : at - 2, nouns, notes);
}

/** "Please remove the ads". */
function addUnwanted(from: number, nouns: NounReader, notes: ProblemNotes): void {
  const noun = nouns.after(from);
  if (noun) notes.addNouns('unwanted', { ...noun, determiner: '' }, (said) => `${said} should be removed`);
}

/** "Why would you remove the widgets". */
function addRemoved(from: number, nouns: NounReader, notes: ProblemNotes): void {
  const noun = nouns.after(from);
  if (noun) notes.addNouns('removed', { ...noun, determiner: '' }, (said) => `removed ${said}`);
}

/** Notes the noun that ends before a position as missing. */
function addSubject(end: number, nouns: NounReader, notes: ProblemNotes): void {
  const noun = nouns.before(end);
  if (noun) notes.addNouns('no', { ...noun, determiner: '' }, (said) => `no ${said}`);
}

/** "Put the buttons back". */
function readReturn(at: number, nouns: NounReader, notes: ProblemNotes): void {
  for (let end = at + 2; end <= at + MAX_RETURN_LENGTH; end++) {
    if (nouns.at(end) !== 'back') continue;
    return addSubject(end, nouns, notes);
  }
}

/** Notes a thing that is wanted: "dark mode" as missing, "more filters" as too few, "a more exact search" as bad. */
export function addWanted(from: number, nouns: NounReader, notes: ProblemNotes): void {
  const at = nouns.at(from) === 'some' || nouns.at(from) === 'a' ? from + 1 : from;
  const first = nouns.at(at);
  if (first === 'more' || first === 'better' || first === 'improved') {
    const noun = nouns.after(at + 1);
    if (!noun) return;
    if (first === 'more' && nouns.at(from) !== 'a')
      notes.addNouns('few', { ...noun, determiner: '' }, (said) => `not enough ${said}`);
    else notes.addNouns('bad', { ...noun, determiner: '' }, (said) => `${said} could be better`);
  } else addLack('no', from, nouns, notes);
}

function addLack(name: string, from: number, nouns: NounReader, notes: ProblemNotes): void {
  const at = CHOICES.has(nouns.at(from)) && nouns.at(from + 1) === 'for' ? from + 2 : from;
  const noun = nouns.after(at);
  if (!noun) return;
  notes.addNouns('no', { ...noun, determiner: '' }, (said) => `${name} ${said}`);
}

/** "missing a search", "the search is missing". */
function readMissing(at: number, nouns: NounReader, notes: ProblemNotes): void {
  const subject = BE.has(nouns.at(at - 1)) ? nouns.before(at - 1) : null;
  // "The only thing missing is a calendar."
  const noun = subject ?? nouns.after(BE.has(nouns.at(at + 1)) ? at + 2 : at + 1);
  if (noun) notes.addNouns('no', { ...noun, determiner: '' }, (said) => `missing ${said}`);
}
