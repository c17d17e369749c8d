import { type NounReader, wordSet } from './noun.reader.js';
import { type ProblemNotes } from './problem.notes.js';

const BE = wordSet('is are was were be seems');
const LACKS = wordSet('no lacks lacking');
/** "I have no account" is not about the product. */
const MINE = /^(?:i|we) (?:have|had|see|saw|found)$/;
const ASKING = wordSet('please plz pls should must and you they could would just to can');
/** Words that stand for the lack of what follows "for": "no option for dark mode". */
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
  else if (word === 'add' && (at === 0 || ASKING.has(nouns.at(at - 1)))) addWanted(at + 1, nouns, notes);
  else if (FEW.has(word)) {
    const noun = nouns.after(at + 1);
    if (noun)
      notes.addNouns('few', { ...noun, determiner: '' }, (said) => `${word === 'few' ? 'not enough' : word} ${said}`);
  }
}

/** Notes a thing that is wanted: "dark mode" as missing, "more filters" as too few, "better search" as bad. */
export function addWanted(from: number, nouns: NounReader, notes: ProblemNotes): void {
  const at = nouns.at(from) === 'some' || nouns.at(from) === 'a' ? from + 1 : from;
  const first = nouns.at(at);
  if (first === 'more' || first === 'better' || first === 'improved') {
    const noun = nouns.after(at + 1);
    if (!noun) return;
    if (first === 'more') notes.addNouns('few', { ...noun, determiner: '' }, (said) => `not enough ${said}`);
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
  const noun = subject ?? nouns.after(at + 1);
  if (noun) notes.addNouns('no', { ...noun, determiner: '' }, (said) => `missing ${said}`);
}
