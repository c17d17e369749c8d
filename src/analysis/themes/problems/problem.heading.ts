import { COUNTABLE_NOUNS } from '../../lexicon/problem.words.js';
import { pluralOf } from './problem.notes.js';

const SINCE = /( (?:since|after) the (?:update|new version))?$/;
const TOO_MUCH = /^Too much (\p{L}+)$/u;
const SUBJECT = /^((?:\p{L}+ )?)(\p{L}+) does not /u;
const OBJECT = /^((?:Cannot|Does not|Hard to|Difficult to) (?:\p{L}+ )*?(?!(?:the|a|to) )\p{L}+) (\p{L}+)$/u;

/** A name with the plural of things that can be counted, as some sources store texts without it: "Videos do not load". */
export function headingOf(name: string): string {
  const since = SINCE.exec(name)?.[0] ?? '';
  const plain = since ? name.slice(0, -since.length) : name;
  return `${withPlural(plain)}${since}`;
}

function withPlural(name: string): string {
  const much = TOO_MUCH.exec(name)?.[1] ?? '';
  if (isCountable(much)) return `Too many ${pluralOf(much)}`;
  const [said = '', before = '', subject = ''] = SUBJECT.exec(name) ?? [];
  if (isCountable(subject)) return `${before}${pluralOf(subject)} do not ${name.slice(said.length)}`;
  const [, verb = '', object = ''] = OBJECT.exec(name) ?? [];
  return isCountable(object) ? `${verb} ${pluralOf(object)}` : name;
}

const isCountable = (noun: string): boolean => COUNTABLE_NOUNS.has(noun.toLowerCase());
