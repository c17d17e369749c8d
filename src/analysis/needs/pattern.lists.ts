import { join } from 'node:path';
import { type LexiconEntry, LexiconError, readSections } from '../lexicon/lexicon.files.js';

const FOLDER = join(import.meta.dirname, 'data');

/** The name of another section in a line. Quantifiers such as `{0,3}` have no letters. */
const PART = /\{([a-z][a-z-]*)\}/g;

/**
 * The lists of files whose lines are regular expressions. The lines of a section are alternatives. `{name}` in a line
 * stands for an earlier section, of any of the files. A section ignores case unless its heading says `| flags` and other flags, or `-`.
 * @throws LexiconError for a line that is no regular expression or names an unknown section
 */
export function patternLists<Name extends string>(
  files: readonly string[],
  names: readonly Name[],
  folder = FOLDER,
): Record<Name, RegExp> {
  const sources = new Map<string, string>();
  const lists = new Map<string, RegExp>();
  for (const { name, attributes, entries } of files.flatMap((file) => readSections(join(folder, file), 'en'))) {
    const flags = (attributes.get('flags') ?? 'i').replace('-', '');
    const lines = entries.map((entry) => sourceOf(entry, flags, sources));
    const source = lines.length === 1 ? lines.join('') : `(?:${lines.join('|')})`;
    sources.set(name, source);
    lists.set(name, new RegExp(source, flags));
  }
  return Object.fromEntries(
    names.map((name) => {
      const list = lists.get(name);
      if (!list) throw new Error(`No section [${name}] in ${files.join(', ')}`);
      return [name, list];
    }),
  ) as Record<Name, RegExp>;
}

function sourceOf(entry: LexiconEntry, flags: string, sources: ReadonlyMap<string, string>): string {
  const source = entry.text.replaceAll(PART, (_, name: string) => {
    const part = sources.get(name);
    if (part === undefined) throw new LexiconError(entry, `unknown section {${name}}`);
    return part;
  });
  try {
    new RegExp(source, flags);
  } catch (error) {
    throw new LexiconError(entry, (error as Error).message);
  }
  return source;
}
