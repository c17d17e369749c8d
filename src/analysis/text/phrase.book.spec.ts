import { PhraseBook, phraseProblem, type WordClasses } from './phrase.book.js';
import { tokenizeWords } from './word.tokenizer.js';

const found = (phrases: string, text: string, classes: WordClasses = {}): string[] => {
  const words = tokenizeWords(text);
  return new PhraseBook([{ name: 'list', phrases: phrases.split('; ') }], classes)
    .find(words)
    .map(({ start, end }) => words.slice(start, end).join(' '));
};

describe('the phrase book', () => {
  it.each([
    ['a word', 'slow', 'it is slow', ['slow']],
    ['a prefix', 'crash*', 'it crashed', ['crashed']],
    ['alternatives', 'too slow/big', 'too big', ['too big']],
    ['an optional slot', 'lost [all] data', 'lost data and lost all data', ['lost data', 'lost all data']],
    ['a gap', 'not ~2 work*', 'does not even really work', ['not even really work']],
    ['a word class', 'use @rival', 'we use globex', ['use globex']],
    ['several phrases', 'slow; fast', 'fast or slow', ['fast', 'slow']],
  ])('finds %s', (_what, phrases, text, expected) => {
    expect(found(phrases, text, { rival: ['acme', 'globex'] })).toEqual(expected);
  });

  it('does not exceed the length of a gap', () => {
    expect(found('not ~1 work', 'not at all in work')).toEqual([]);
  });

  it('does not span punctuation', () => {
    expect(found('not ~2 work', 'not now. work')).toEqual([]);
  });

  it('returns the longest of two phrases with the same first word', () => {
    expect(found('lost; lost data', 'lost data')).toEqual(['lost data']);
  });

  it('returns no overlapping hits of one list', () => {
    expect(found('a b; b c', 'a b c')).toEqual(['a b']);
  });

  it('keeps lists apart', () => {
    const book = new PhraseBook([
      { name: 'one', phrases: ['a b'] },
      { name: 'two', phrases: ['b'] },
    ]);
    expect(book.find(['a', 'b']).map(({ list }) => book.listNames[list])).toEqual(['one', 'two']);
  });

  it('rejects an unknown word class', () => {
    expect(() => found('use @rival', 'x')).toThrow('Unknown word class @rival');
  });

  it.each([
    ['an open bracket', 'not [so good', '"[so" is not a valid slot'],
    ['a gap without a number', 'not ~ good', '"~" is not a valid slot'],
    ['an empty alternative', 'good/', '"good/" has an alternative that is not a word'],
    ['a star inside a word', 'go*d', '"go*d" has an alternative that is not a word'],
    ['no word at all', '~2', '"~2" contains no word'],
    ['an unknown word class', 'use @rival', 'unknown word class @rival'],
  ])('states the problem of a phrase with %s', (_what, phrase, problem) => {
    expect(phraseProblem(phrase, {})).toBe(problem);
  });
});
