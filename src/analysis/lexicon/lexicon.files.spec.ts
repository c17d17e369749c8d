import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tokenizeWords } from '../text/word.tokenizer.js';
import { readAspects } from './aspects.js';
import { categoryCues } from './category.cues.js';
import { LEXICON_FOLDER, LEXICON_LANGUAGES, readLexicon } from './lexicon.files.js';

/** Sections of names as they are shown, not of words of a text. */
const OF_NAMES = new Set(['proper name', 'vague']);
/** A word of an entry, but no prefix, gap or class of words. */
const LITERAL = /(?<=^|[ /[])[\p{L}\p{N}'’-]+(?=$|[ /\]])/gu;

describe('the lexicon files', () => {
  let folder: string;
  const write = (path: string, ...lines: string[]): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.join('\n'));
    return file;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read section by section, English first, without comments and empty lines', () => {
    write('fr/categories/bugs.txt', '[sure]', 'plante*');
    write('en/categories/bugs.txt', '# said often', '[sure]', 'crash*', '', '[hint]', 'weird');
    expect(categoryCues(folder)).toEqual([
      { name: 'bugs sure', phrases: ['crash*'] },
      { name: 'bugs hint', phrases: ['weird'] },
      { name: 'bugs sure', phrases: ['plante*'] },
    ]);
  });

  it.each([
    ['an entry before the first section', ['crash*'], 1, '"crash*" appears before the first [section]'],
    ['a duplicate entry', ['[sure]', 'bug', 'bug'], 3, '"bug" appears twice in [sure]'],
    ['an unknown list', ['[maybe]', 'bug'], 1, 'unknown list [maybe]'],
    ['an unknown word class', ['[sure]', 'bug', 'not @nothing'], 3, 'unknown word class @nothing'],
    ['an invalid phrase', ['[sure]', 'not [so good'], 2, '"[so" is not a valid slot'],
  ])('are rejected with file and line for %s', (_what, lines, line, problem) => {
    const file = write('en/categories/bugs.txt', ...lines);
    expect(() => categoryCues(folder)).toThrow(new Error(`${file}:${line}: ${problem}`));
  });

  it('are rejected for a category that is not in the taxonomy', () => {
    const file = write('en/categories/weather.txt', '[sure]', 'rain');
    expect(() => categoryCues(folder)).toThrow(new Error(`${file}:1: unknown category weather`));
  });

  it('are rejected for an aspect with an attribute', () => {
    const file = write('en/aspects/consumer.txt', '[weather]', 'rain', '[storms | quiet]', 'storm');
    expect(() => readAspects(folder)).toThrow(new Error(`${file}:3: an aspect has no attributes`));
  });

  it('are rejected for an aspect that English does not define', () => {
    write('en/aspects/consumer.txt', '[weather]', 'rain');
    const file = write('fr/aspects/consumer.txt', '[orage]', 'orage');
    expect(() => readAspects(folder)).toThrow(new Error(`${file}:1: unknown list [orage]`));
  });

  const shipped = LEXICON_LANGUAGES.flatMap((language) =>
    readdirSync(join(LEXICON_FOLDER, language), { recursive: true, encoding: 'utf8' }),
  ).filter((name) => name.endsWith('.txt'));

  it.each([...new Set(shipped)])('keep the entries of every section sorted: %s', (name) => {
    for (const { entries } of readLexicon(name)) {
      const texts = entries.map(({ text }) => text);
      expect(texts).toEqual([...texts].sort());
    }
  });

  it.each([...new Set(shipped)])('have only words that the tokenizer produces: %s', (name) => {
    const sections = readLexicon(name).filter(({ name: section }) => !OF_NAMES.has(section));
    const words = sections.flatMap(({ entries }) => entries.flatMap(({ text }) => text.match(LITERAL) ?? []));
    expect(words.filter((word) => tokenizeWords(word).join(' ') !== word)).toEqual([]);
  });

  it.each([...new Set(shipped)])('have no word that a prefix of the same section covers: %s', (name) => {
    const covered = readLexicon(name).flatMap(({ entries }) => {
      const single = entries.map(({ text }) => text).filter((text) => !text.includes(' '));
      const prefixes = single.flatMap((text) => text.split('/')).filter((word) => word.endsWith('*'));
      return single.filter((text) =>
        text
          .split('/')
          .every((word) => prefixes.some((other) => other !== word && word.startsWith(other.slice(0, -1)))),
      );
    });
    expect(covered).toEqual([]);
  });

  it('contain no line that the reader skips', () => {
    const sections = [...new Set(shipped)].flatMap((name) => readLexicon(name));
    const read = sections.reduce((sum, { entries }) => sum + entries.length + 1, 0);
    const lines = [...new Set(sections.map(({ file }) => file))].flatMap((file) =>
      readFileSync(file, 'utf8').split('\n').filter(Boolean),
    );
    expect(lines).toHaveLength(read);
  });
});
