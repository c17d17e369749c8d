import { wantedThingIn } from '#analysis/needs/title.needs.js';
import { BAD_WORDS, FLAW_WORDS } from '#analysis/lexicon/problem.words.js';
import { ENGLISH_STOP_WORDS } from '#analysis/lexicon/stop.words.js';
import { tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { isPlural, NounReader } from '#analysis/themes/problems/noun.reader.js';
import type { Problem } from '#analysis/themes/problems/problem.notes.js';
import { readProblems } from '#analysis/themes/problems/problem.reader.js';
import { lowerFirst } from '#platform/text/first.letter.js';

/**
 * What a quote is about, in the nouns of its writer. `clause` states a problem ("you cannot export invoices"), `lack` is what is missing
 * ("dark mode"), `wanted` what the writer looks for ("a help desk with a shared inbox"), and `thing` a noun of a quote that names none of these.
 */
export interface Matter {
  kind: 'clause' | 'lack' | 'wanted' | 'thing';
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
  [/^((?:keeps|gets|takes|stopped|drains|shuts|loses|deletes|disconnects|crashes|freezes|lags|hangs)\b.*)/, 'it $1'],
];
/** "Errors come up", not "the errors come up". */
const PLURAL_SUBJECT = /^the ((?:\S+ )*?\S*[^sui]s (?:are|come|do|have) )/;
/** Prepositions before the subject of a question or complaint. */
const OF_THINGS = new Set(['about', 'for', 'in', 'of', 'on', 'using', 'with']);
const FAILS = /^(?:breaks?|disappears?|fails?|hangs?|loops?|stalls?|vanish(?:es)?)$/;
const DENIALS = new Set(['not', 'never']);
const LACKS = /^(?:no|lack of) (.+)/;
/** Ends of names that a reader would stumble on: "cannot get", "does not do anything". */
const UNCLEAR =
  /\b(?:anything|something|it|get|do|let|go|help|heard|stuck|bring|want)$|\b(?:get to|heard)\b|damn|^stuck\b/;
/** Nouns that are in every text, or that name a person or a time. */
const VAGUE = new Set(
  'account advice alternative alternatives answer app apps beginning bit boss brother case company contract daughter day days device devices end equivalent experience fact friend friends guy guys hell help husband idea issue kids lot middle money month months notice one order others people phone phones place point post purpose question questions reason recommendation recommendations renewal same screen site son star stars stuff subscription suggestion suggestions team termination text thing things thread time times title update user users version way ways week weeks while wife world year years'.split(
    ' ',
  ),
);
/** Nouns that are bad by their meaning, or no nouns: "the error is bad". */
const NO_SUBJECTS =
  /^(?:bugs?|complaints?|errors?|issues?|problems?|ratings?|reviews?|scores?|stars?|difficult|\w+ing)$/;
/** Verbs that stand after a noun like a part of it. */
const PASTS = new Set(
  'broke came did fell gave got had kept left lost made said sent stopped told took was went'.split(' '),
);
/** Words that a name of a thing lacks. */
const IS_SENTENCE =
  /[?:;…()]|\b(?:advice|anybody|anyone|are|can|could|does|get|had|has|have|help|how|i|i'm|if|is|it|need\w*|please|questions?|recommend\w*|should|so|suggest\w*|thank\w*|there|this|want\w*|was|we|were|what|which|who|will|wish|would|you)\b|n['’]t\b/i;
const MAX_NAME_LENGTH = 80;
const LONGEST_SHORT_FORM = 4;
/** As many letters of a noun are compared with the quote, which may have another ending. */
const STEM_LENGTH = 4;

/** The problem that a quote names, else the noun that it is about. Null if there is neither. Takes linear time. */
export function matterOf(quote: string, product: string | null): Matter | null {
  const words = tokenizeWords(quote);
  const banned = new Set(tokenizeWords(product ?? ''));
  const problem = problemIn(quote, words, banned);
  return problem ? { ...problem, words: spelledAs(quote, problem.words) } : thingIn(quote, words, banned);
}

/** Words with the capitals that the quote gives to short forms: "the SSO loops". Not of a quote that shouts. */
function spelledAs(quote: string, words: string): string {
  if (quote === quote.toUpperCase()) return words;
  const lower = quote.toLowerCase();
  return words.replace(/\p{L}{2,}/gu, (word) => {
    const at = lower.indexOf(word);
    const said = at < 0 ? word : quote.slice(at, at + word.length);
    const isShortForm = said.length <= LONGEST_SHORT_FORM && said === said.toUpperCase();
    return isShortForm && !ENGLISH_STOP_WORDS.has(word) && word !== 'not' ? said : word;
  });
}

/** What the writer of a quote looks for, else the noun that it is about. Null if there is neither. Takes linear time. */
export function wishOf(quote: string, product: string | null): Matter | null {
  const wanted = wantedThingIn(quote) ?? nameIn(quote);
  if (wanted !== null) return { kind: 'wanted', words: wanted };
  return thingIn(quote, tokenizeWords(quote), new Set(tokenizeWords(product ?? '')));
}

/** A quote that only names a thing: "Browser extension to mute tabs." */
function nameIn(quote: string): string | null {
  const [name = ''] = quote.split(/[,.!](?:\s|$)/, 1);
  if (name.length > MAX_NAME_LENGTH || !name.includes(' ') || IS_SENTENCE.test(name)) return null;
  const plain = name.replace(/["“”]/g, '').replace(/^best /i, 'the best ');
  return /^\p{Lu}\p{Ll}* /u.test(plain) ? lowerFirst(plain) : plain;
}

function problemIn(quote: string, words: readonly string[], banned: ReadonlySet<string>): Matter | null {
  const lower = quote.toLowerCase();
  const isSaid = (name: string): boolean =>
    name.split(' ').some((word) => word.length >= STEM_LENGTH && lower.includes(word.slice(0, STEM_LENGTH)));
  const problems = readProblems(words, banned);
  const ordered = [...problems.filter(isSpecific), ...problems.filter((problem) => !isSpecific(problem))];
  for (const { names, depth } of ordered) {
    const name = lowerFirst(names[0] ?? '');
    if (depth === 'update' || depth === 'partial' || name === '' || UNCLEAR.test(name) || !isSaid(name)) continue;
    const lack = LACKS.exec(name)?.[1];
    if (lack !== undefined)
      return { kind: 'lack', words: lack.replace(/^(?=ability|option)/, 'an ').replace(/^(?=button|way)\b/, 'a ') };
    const clause = clauseOf(name);
    if (clause !== null) return { kind: 'clause', words: withSubject(clause, words) };
  }
  return (
    failureIn(words) ??
    (problems.some(({ depth }) => depth === 'update') ? { kind: 'thing', words: 'the update' } : null)
  );
}

/** "Exports fail", "the page loops". */
function failureIn(words: readonly string[]): Matter | null {
  const nouns = new NounReader(words, new Set());
  return firstOf(words, (word, at) => {
    const subject = FAILS.test(word) ? nouns.before(at)?.words.join(' ') : undefined;
    if (subject === undefined) return null;
    const isMany = isPlural(subject);
    return { kind: 'clause', words: isMany ? `${subject} ${word}` : `the ${subject} ${word.replace(/(?<!s)$/, 's')}` };
  });
}

/** "It does not answer" with the subject that the sentence has before its verb: "support does not answer". */
function withSubject(clause: string, words: readonly string[]): string {
  const [, denial = '', verb = ''] = /^it (does not )?(\S+)/.exec(clause) ?? [];
  const at = words.findIndex(
    (word, place) =>
      word.slice(0, STEM_LENGTH) === verb.slice(0, STEM_LENGTH) &&
      (denial === '' || DENIALS.has(words[place - 1] ?? '')),
  );
  const noun = verb === '' || at < 0 ? null : new NounReader(words, new Set()).before(denial === '' ? at : at - 1);
  const subject = noun?.words.join(' ');
  if (subject === undefined) return clause;
  if (!isPlural(subject)) return clause.replace(/^it/, `the ${subject}`);
  return denial === '' ? clause : clause.replace(/^it does/, `${subject} do`);
}

const isSpecific = ({ depth }: Problem): boolean => depth === 'specific';

/** The name of a problem as a clause: "slow upload" as "the upload is slow". Null for a name of another form. */
function clauseOf(name: string): string | null {
  for (const [form, clause] of CLAUSES)
    if (form.test(name)) return name.replace(form, clause).replace(PLURAL_SUBJECT, '$1');
  const [flaw = '', ...words] = name.split(' ');
  const noun = words.at(-1);
  if ((!BAD_WORDS.has(flaw) && !FLAW_WORDS.has(flaw)) || (noun && NO_SUBJECTS.test(noun))) return null;
  return noun ? `the ${words.join(' ')} ${isPlural(noun) ? 'are' : 'is'} ${flaw}` : `it is ${flaw}`;
}

/** The first noun that a word such as "the" or "my" introduces, else the first after a preposition, in the writer's spelling. */
function thingIn(quote: string, words: readonly string[], banned: ReadonlySet<string>): Matter | null {
  const nouns = new NounReader(words, banned);
  const after = (at: number, isIntroduced: boolean): Matter | null => {
    const noun = nouns.after(at);
    const said = noun?.words.filter((word) => !PASTS.has(word) && !VAGUE.has(word)).join(' ');
    if (!noun || !said || (noun.determiner !== '') !== isIntroduced) return null;
    const place = quote.toLowerCase().indexOf(said);
    return {
      kind: 'thing',
      words: `${isIntroduced ? 'the ' : ''}${place < 0 ? said : quote.slice(place, place + said.length)}`,
    };
  };
  const places = words.map((_word, at) => at);
  return (
    firstOf(places, (at) => (nouns.isDetermined(at) ? after(at, true) : null)) ??
    firstOf(places, (at) => (OF_THINGS.has(nouns.at(at)) ? after(at + 1, false) : null))
  );
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item, at: number) => Found | null): Found | null {
  for (const [at, item] of items.entries()) {
    const found = find(item, at);
    if (found !== null) return found;
  }
  return null;
}
