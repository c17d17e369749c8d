import { type TextRange, UNSEEN } from './text.range.js';

/** A run of digits in a candidate. */
interface Group extends TextRange {
  /** ASCII digits, for text in any script. */
  digits: string;
}

const BLANK = ' \\t\\u00a0\\u2007\\u2009\\u202f';
const SEPARATOR = `[${BLANK}().\\/\\u2010-\\u2015\\u2212~\\-${UNSEEN}]`;
/** At most 30 digits with at most three separators between them, so that the search is linear. */
const CANDIDATE = new RegExp(`(?:[+＋]${SEPARATOR}{0,2})?\\(?\\p{Nd}(?:${SEPARATOR}{0,3}\\p{Nd}){6,29}`, 'gu');
/** A necessary condition of a candidate. Most texts have none. */
const DIGITS = new RegExp(`\\p{Nd}(?:${SEPARATOR}{0,3}\\p{Nd}){6}`, 'u');
const MAX_DIGITS = 15;
const CONTEXT_LENGTH = 60;
const CONTEXT =
  /(?<!\p{L})(?:tel|tél|fon|phone|telephone|telefon|teléfono|téléphone|call|mobile|móvil|cell|celular|handy|whatsapp|viber|fax|sms|text|ring|dial|reach|contact|number)(?:[\s:.#-]{1,4}(?:me|us|at|on|is|no|nr|number|my|the|under)(?!\p{L})){0,4}[\s:.#-]{0,4}$/iu;
const PART_OF_CODE_BEFORE = /[\p{L}\p{N}_.,$€£¥₹#@=/+*-]$/u;
const PART_OF_CODE_AFTER = /^(?:[\p{L}\p{N}_%€$£¥]|[.,]\p{Nd})/u;
const YEAR = '(?:19|20)\\d\\d';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
  `(?<!\\d)(?:${DAY}[./ -]${DAY}[./ -]${YEAR}|${YEAR}[./ -]${DAY}[./ -]${DAY}|${DAY}[./-]${DAY}[./-]\\d\\d(?![./-]?\\d))(?!\\d)`,
);

/** Finds phone numbers: international ones, national ones of a usual shape, and any after a word such as "call". */
export function findPhones(text: string): TextRange[] {
  const found: TextRange[] = [];
  if (!DIGITS.test(text)) return found;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const groups = groupsOf(candidate, index);
    const before = text.slice(Math.max(0, index - CONTEXT_LENGTH), index);
    const after = text.slice(index + candidate.length, index + candidate.length + 2);
    if (/^[+＋]/.test(candidate)) {
      if (!before.endsWith('+')) found.push(...rangeOf(international(text, groups), index));
    } else if (!PART_OF_CODE_BEFORE.test(before) && !PART_OF_CODE_AFTER.test(after)) {
      found.push(...(CONTEXT.test(before) ? rangeOf(announced(text, groups), index) : national(text, groups)));
    }
  }
  return found;
}

/** The groups of a number with a country code. */
function international(text: string, groups: readonly Group[]): readonly Group[] {
  const number = upTo(MAX_DIGITS, groups);
  const length = lengthOf(number);
  return length < 8 || (length < 10 && isThousands(text, number)) ? [] : number;
}

/** The groups of a number after a word that announces it. */
function announced(text: string, groups: readonly Group[]): readonly Group[] {
  const number = upTo(MAX_DIGITS, groups);
  const isRound = isThousands(text, number) && joined(number).endsWith('000');
  return lengthOf(number) < 7 || DATE.test(between(text, number)) || isRound || isVersion(text, number) ? [] : number;
}

/** The numbers without a country code among the groups of a candidate. */
function national(text: string, groups: readonly Group[]): TextRange[] {
  const found: TextRange[] = [];
  for (let start = 0; start < groups.length; start++) {
    if (start > 0 && !isApart(text, groups[start - 1], groups[start])) continue;
    const number = numberAt(text, groups.slice(start));
    const last = start + number.length - 1;
    if (number.length === 0 || (groups[last + 1] && !isApart(text, groups[last], groups[last + 1]))) continue;
    const from = number[0]?.from ?? 0;
    found.push(...rangeOf(number, text[from - 1] === '(' ? from - 1 : from));
    start = last;
  }
  return found;
}

/** The groups at the start that have the shape of a phone number. */
function numberAt(text: string, groups: readonly Group[]): readonly Group[] {
  const shaped = SHAPES.find(
    ({ lengths, digits }) =>
      lengths.every((length, index) => groups[index]?.digits.length === length) &&
      digits.test(joined(groups.slice(0, lengths.length))),
  );
  if (shaped) return groups.slice(0, shaped.lengths.length);
  const [first] = groups;
  if (!first) return [];
  const hasAreaCode = text[first.from - 1] === '(' && text[first.to] === ')' && !/^(?:19|20)\d\d$/.test(first.digits);
  if (!hasAreaCode && !/^(?:0[1-9]|00[1-9])/.test(first.digits)) return [];
  const isAbroad = first.digits.startsWith('00');
  const number = upTo(isAbroad ? MAX_DIGITS + 2 : 12, groups);
  const [least, words] = [isAbroad ? 11 : hasAreaCode ? 8 : 9, between(text, number)];
  const isCode = isVersion(text, number) || (number.length === 1 && lengthOf(number) < 10);
  return lengthOf(number) < least || DATE.test(words) || isCode ? [] : number;
}

/** National numbers by the lengths of their groups: North America, China, India, Russia, Australia. */
const SHAPES: { lengths: number[]; digits: RegExp }[] = [
  { lengths: [3, 3, 4], digits: /^[2-9]/ },
  { lengths: [1, 3, 3, 4], digits: /^1[2-9]/ },
  { lengths: [3, 4, 4], digits: /^1[3-9]/ },
  { lengths: [11], digits: /^1[3-9]/ },
  { lengths: [5, 5], digits: /^[6-9]/ },
  { lengths: [1, 3, 3, 2, 2], digits: /^8/ },
  { lengths: [4, 3, 3], digits: /^1[38]00/ },
];

function groupsOf(candidate: string, offset: number): Group[] {
  return [...candidate.matchAll(/\p{Nd}+/gu)].map(({ 0: run, index }) => ({
    from: offset + index,
    to: offset + index + run.length,
    digits: Array.from(run, digitOf).join(''),
  }));
}

const KNOWN_DIGITS = new Map<string, string>();

/** The ASCII digit of a digit of any script. */
function digitOf(character: string): string {
  const known = KNOWN_DIGITS.get(character) ?? readDigit(character);
  KNOWN_DIGITS.set(character, known);
  return known;
}

/** The ten digits of a script follow each other, and the character before 0 is not a digit. */
function readDigit(character: string): string {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  const code = plain.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** The longest run of whole groups from the start with at most `most` digits. */
function upTo(most: number, groups: readonly Group[]): readonly Group[] {
  let length = 0;
  const end = groups.findIndex(({ digits }) => (length += digits.length) > most);
  return end < 0 ? groups : groups.slice(0, end);
}

const joined = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join('');
const lengthOf = (groups: readonly Group[]): number => joined(groups).length;
const between = (text: string, groups: readonly Group[]): string =>
  text.slice(groups[0]?.from ?? 0, groups.at(-1)?.to ?? 0);

/** `1 000 000` or `1.000.000`. */
const isThousands = (text: string, groups: readonly Group[]): boolean =>
  groups.length > 1 &&
  groups.slice(1).every(({ digits }) => digits.length === 3) &&
  !/[()/-]/.test(between(text, groups));

/** Groups with dots alone between them are a version, unless all groups have two digits, as in France. */
const isVersion = (text: string, groups: readonly Group[]): boolean =>
  groups.length > 1 &&
  /^[\p{Nd}.]+$/u.test(between(text, groups)) &&
  groups.some(({ digits }) => digits.length < 3) &&
  !groups.every(({ digits }) => digits.length === 2);

const isApart = (text: string, one: Group | undefined, next: Group | undefined): boolean =>
  /\s/.test(text.slice(one?.to ?? 0, next?.from ?? 0));

/** The range of a number, with the sign or bracket before it. */
function rangeOf(groups: readonly Group[], from: number): TextRange[] {
  const last = groups.at(-1);
  return last ? [{ from, to: last.to }] : [];
}
