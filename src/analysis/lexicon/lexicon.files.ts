import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The languages of the lexicons, English first. Each has a folder. */
export const LEXICON_LANGUAGES = ['en', 'fr', 'de', 'es', 'pt', 'it'] as const;
export type LexiconLanguage = (typeof LEXICON_LANGUAGES)[number];

export const LEXICON_FOLDER = join(import.meta.dirname, 'data');

/** One line of a lexicon file. */
export interface LexiconEntry {
  text: string;
  file: string;
  line: number;
}

/** A heading in square brackets and the entries below it. `[name | key value]` gives the section attributes. */
export interface LexiconSection {
  name: string;
  attributes: ReadonlyMap<string, string>;
  language: LexiconLanguage;
  file: string;
  line: number;
  entries: LexiconEntry[];
}

/** A lexicon file contains an invalid line or an unknown name. The message states the file and the line. */
export class LexiconError extends Error {
  override readonly name = 'LexiconError';

  constructor({ file, line }: { file: string; line: number }, problem: string) {
    super(`${file}:${line}: ${problem}`);
  }
}

/**
 * The sections of a file such as `signals.txt` in all languages that have it, English first.
 * Lines that begin with `#` are comments.
 */
export function readLexicon(name: string, folder = LEXICON_FOLDER): LexiconSection[] {
  return LEXICON_LANGUAGES.flatMap((language) => {
    const file = join(folder, language, name);
    return existsSync(file) ? readSections(file, language) : [];
  });
}

/** The names of the files in a subfolder of any language, sorted, without their extension. */
export function lexiconNames(subfolder: string, folder = LEXICON_FOLDER): string[] {
  const names = LEXICON_LANGUAGES.map((language) => join(folder, language, subfolder))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => name.replace(/\.txt$/, '')));
  return [...new Set(names)].sort();
}

/** The sections of one file. @throws LexiconError for an entry before the first section or a duplicate in a section. */
export function readSections(file: string, language: LexiconLanguage): LexiconSection[] {
  const sections: LexiconSection[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of readFileSync(file, 'utf8').split('\n').entries()) {
    const text = raw.trim();
    const place = { file, line: index + 1 };
    if (!text || text.startsWith('#')) continue;
    const heading = /^\[([^[\]]+)\]$/.exec(text)?.[1];
    const section = sections.at(-1);
    if (heading !== undefined) {
      sections.push({ ...parseHeading(heading), language, ...place, entries: [] });
      seen.clear();
    } else if (!section) throw new LexiconError(place, `"${text}" appears before the first [section]`);
    else if (seen.has(text)) throw new LexiconError(place, `"${text}" appears twice in [${section.name}]`);
    else {
      section.entries.push({ text, ...place });
      seen.add(text);
    }
  }
  return sections;
}

function parseHeading(heading: string): { name: string; attributes: Map<string, string> } {
  const [name = '', ...attributes] = heading.split('|').map((part) => part.trim());
  return {
    name,
    attributes: new Map(
      attributes.map((attribute): [string, string] => {
        const [key = '', ...value] = attribute.split(' ');
        return [key, value.join(' ')];
      }),
    ),
  };
}
