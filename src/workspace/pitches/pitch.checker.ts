import { normalizeText, tokenizeWords } from '#analysis/text/word.tokenizer.js';
import { shareTopic, stemsOf } from './pitch.topic.js';
import { hasPlaceholder } from './pitch.placeholders.js';
import type { PitchBrief } from './pitch.types.js';
import { join } from 'node:path';
import { readSections } from '#analysis/lexicon/lexicon.files.js';
import { phraseLists, sectionNameIn } from '#analysis/lexicon/phrase.lists.js';
import { PhraseBook } from '#analysis/text/phrase.book.js';

const FOLDER = join(import.meta.dirname, 'data');

/** The kinds of phrases that a draft must not contain. */
const PHRASE_KINDS = ['cliche', 'claim'] as const;

/** The phrases of `data/phrases.txt`. @throws LexiconError for an invalid line. */
const FORBIDDEN_PHRASES = new PhraseBook(
  phraseLists(readSections(join(FOLDER, 'phrases.txt'), 'en'), {}, sectionNameIn(PHRASE_KINDS)),
);

/** Words with a capital letter that are no names, in lower case. */
const COMMON_CAPITALS: ReadonlySet<string> = new Set(
  readSections(join(FOLDER, 'names.txt'), 'en').flatMap(({ entries }) => entries.map(({ text }) => text)),
);

/**
 * `cliche`: a worn phrase. The others are not in the brief: a `claim` about the seller, a `number`, a
 * `name`, a `link`, or a `quotation` of words that the person did not write. `topic`: the draft talks about something else than the person, and
 * asks nothing about words of theirs. `placeholder`: a gap to
 * fill in. `nesting`: lists or quotations too deep to show.
 */
export type FaultKind =
  'cliche' | 'claim' | 'number' | 'name' | 'link' | 'quotation' | 'topic' | 'placeholder' | 'nesting';

/** A fault of a draft, with the words that show it. */
export interface DraftFault {
  kind: FaultKind;
  words: string;
}

const NUMBER = /\d+(?:[.,]\d+)*/g;
const LIST_NUMBER = /^[ \t]*\d+[.)]\s/gm;
const LINK =
  /https?:\/\/[^\s)>\]]+|www\.[^\s)>\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+\.(?:com|net|org|io|ai|app|co|dev)\b/gi;
/** Words in quotation marks. A single word in marks is emphasis. */
const QUOTATION = /[“"]([^“”"\n]{1,500})[”"]/g;
/** A quotation and the question after it. */
const CITING_QUESTION = /[“"]([^“”"\n]{1,500})[”"][^“”".!?\n]*\?/g;
const MIN_QUOTED_WORDS = 2;
/** Fewer words, such as a greeting with a question, have no topic. */
const MIN_TOPIC_STEMS = 12;
/** A line that begins with more than ten markers of lists or quotations. */
const DEEP_LINE = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){11}/m;
const BLOCK_QUOTATION = /^>.*(?:\n>.*)*/gm;
const HEADING = /^(?:#.*|\*\*Subject:\*\*.*)$/gm;
/** A capital inside a sentence: after a lower-case word or a comma, not after the end of a sentence or a line. */
const CAPITALIZED = /(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}\p{N}’'-]*/gu;

/**
 * The faults of a draft in no particular order, each once. Quoted words of the person and words of the seller are not
 * faults.
 */
export function findFaults(markdown: string, brief: PitchBrief): DraftFault[] {
  const draft = markdown.replace(/\\(?=[\\`*_[\]<>~|@:.#+-])/g, '');
  const person = `${brief.title ?? ''}\n${brief.text}`;
  const seller = sellerTextOf(brief);
  const own = ownWordsOf(draft);
  const faults: DraftFault[] = [
    ...quotationsOf(draft)
      .filter((quotation) => !holds(person, quotation) && !holds(seller, quotation))
      .map((words) => ({ kind: 'quotation' as const, words })),
    ...phraseFaults(own, seller),
    ...linkFaults(own, seller),
    ...factFaults(own.replace(LINK, ' '), [person, seller, contextOf(brief)].join('\n')),
  ];
  const prose = own.replace(HEADING, '\n');
  const isLong = stemsOf(prose).size >= MIN_TOPIC_STEMS;
  if (isLong && !shareTopic(prose, `${person}\n${themesOf(brief)}`) && !asksAboutWords(draft, person)) {
    faults.push({ kind: 'topic', words: 'nothing about the words of the person' });
  }
  if (DEEP_LINE.test(markdown)) faults.push({ kind: 'nesting', words: 'lists or quotations inside one another' });
  if (hasPlaceholder(markdown)) faults.push({ kind: 'placeholder', words: 'a word in brackets' });
  const seen = new Set<string>();
  return faults.filter(({ kind, words }) => {
    const key = `${kind} ${words}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The draft without quotations. Strangers wrote those. */
function ownWordsOf(draft: string): string {
  return draft
    .replace(BLOCK_QUOTATION, '\n')
    .replace(QUOTATION, (quotation, words: string) =>
      tokenizeWords(words).length < MIN_QUOTED_WORDS ? quotation : ' … ',
    );
}

/** Whether a question of the draft repeats words of the person, as in "On “exports fail”: how often?" */
const asksAboutWords = (draft: string, person: string): boolean =>
  [...draft.replace(BLOCK_QUOTATION, '\n').matchAll(CITING_QUESTION)].some(
    ([, words = '']) => tokenizeWords(words).length >= MIN_QUOTED_WORDS && holds(person, words.replace('…', '')),
  );

function quotationsOf(draft: string): string[] {
  const blocks = (draft.match(BLOCK_QUOTATION) ?? []).map((block) => block.replace(/^>/gm, ' '));
  const inline = [
    ...draft
      .replace(BLOCK_QUOTATION, '\n')
      .replace(/^.*\*\*Open with:\*\*.*$/gm, '')
      .matchAll(QUOTATION),
  ];
  const marked = inline
    .map(([, words = '']) => words)
    .filter((words) => tokenizeWords(words).length >= MIN_QUOTED_WORDS);
  return [...blocks, ...marked].flatMap((quotation) => quotation.split(/…|\.\.\./)).filter((part) => plain(part));
}

function phraseFaults(own: string, seller: string): DraftFault[] {
  const words = tokenizeWords(own.replace(/[-–—*]/g, ' '));
  return FORBIDDEN_PHRASES.find(words)
    .map(({ list, start, end }) => ({
      kind: FORBIDDEN_PHRASES.listNames[list] as 'cliche' | 'claim',
      words: words.slice(start, end).join(' '),
    }))
    .filter((fault) => !holds(seller, fault.words));
}

function linkFaults(own: string, seller: string): DraftFault[] {
  const known = normalizeText(seller);
  return (own.match(LINK) ?? [])
    .filter((link) => !known.includes(normalizeText(link).replace(/(?<![.,;:])[.,;:]+$/, '')))
    .map((words) => ({ kind: 'link', words }));
}

function factFaults(own: string, known: string): DraftFault[] {
  const numbers = new Set(known.match(NUMBER));
  const names = new Set(plain(known).split(' '));
  const prose = own.replace(HEADING, '\n').replace(/\*\*/g, '');
  return [
    ...(own.replace(LIST_NUMBER, '').match(NUMBER) ?? [])
      .filter((number) => !numbers.has(number))
      .map((words) => ({ kind: 'number' as const, words })),
    ...(prose.match(CAPITALIZED) ?? [])
      .filter((word) =>
        plain(word)
          .split(' ')
          .some((part) => !names.has(part) && !COMMON_CAPITALS.has(part)),
      )
      .map((words) => ({ kind: 'name' as const, words })),
  ];
}

const themesOf = ({ painPoints }: PitchBrief): string => painPoints.items.map(({ theme }) => theme).join('\n');

function sellerTextOf({ features, sender }: PitchBrief): string {
  const { company, product, whatItDoes, forWhom, name, role, signature } = sender;
  return [features, company, product, whatItDoes, forWhom, name, role, signature].filter(Boolean).join('\n');
}

/** The facts about the text and its writer that a draft may state. The five are the stars of a rating. */
function contextOf(brief: PitchBrief): string {
  const { platform, community, product, rating, writer } = brief;
  const { name, title, company } = writer;
  const place = [platform, community, product, 'G2 App Store Google Play TrustRadius GetApp'];
  return [...place, name, title, company, themesOf(brief), rating, 5, 'Hi Hello Dear Mr Ms'].filter(Boolean).join('\n');
}

const holds = (text: string, words: string): boolean => ` ${plain(text)} `.includes(` ${plain(words)} `);

/** Lower-case words only, so that quotation marks, emphasis and line breaks do not matter. */
const plain = (text: string): string => (normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
