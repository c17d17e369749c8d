import { BASE_VERBS, DEFAULT_OBJECTS, INTRANSITIVE_VERBS, VERBS_ALONE } from '../../lexicon/problem.words.js';
import { conceptOf, isPlural, type Noun } from './noun.reader.js';
import { failedVerb } from './problem.notes.js';

/** The name of a failure with its subject: "notes cannot be opened". */
export function subjectName(noun: string, prefix: string, said: string, passive: boolean): string {
  if (passive) return `${noun} cannot be ${said}`;
  if (prefix === 'Does not') return `${noun} ${isPlural(noun) ? 'do' : 'does'} not ${said}`;
  return `${noun} ${prefix === 'Fails to' && isPlural(noun) ? 'fail to' : prefix.toLowerCase()} ${said}`;
}

/** True for an object that a verb need not name: the account after "log in". */
export function isDefaultObject(concept: string, { words }: Noun): boolean {
  const objects = DEFAULT_OBJECTS.get(concept);
  return objects !== undefined && words.some((word) => objects.has(word) || objects.has(conceptOf(word)));
}

/** True for a verb that names a problem without an object, alone or with its particle: "show up". */
export function isAlone(verb: string, particle = ''): boolean {
  const base = knownBaseOf(verb) ?? baseOf(verb);
  return VERBS_ALONE.has(base) || (particle !== '' && VERBS_ALONE.has(`${base}${particle}`));
}

/** The one name of a verb that fails without an object. */
export function bareName(verb: string, particle: string): string {
  const base = knownBaseOf(verb) ?? baseOf(verb);
  return INTRANSITIVE_VERBS.has(`${base}${particle}`)
    ? `Does not ${base}${particle}`
    : `${failedVerb(base)}${particle}`;
}

/** The base of a known verb: "logging" and "logs" to "log". */
export function knownBaseOf(verb: string): string | undefined {
  const plain = plainOf(verb);
  const past = verb.endsWith('ed') ? [verb.slice(0, -2), verb.slice(0, -1), verb.slice(0, -3)] : [];
  const forms = plain === verb ? [verb, ...past, baseOf(verb)] : [plain, `${plain}e`, plain.slice(0, -1), verb];
  return forms.find((form) => BASE_VERBS.has(form));
}

/** The base form of a verb in -ing. */
export function plainOf(verb: string): string {
  return verb.replace(/ing$/, '');
}

/** The base form after "does not": "works" to "work". */
export function baseOf(verb: string): string {
  if (/(?:sh|ch|ss|x)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}
