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
    ['a slot that may be left out', 'lost [all] data', 'lost data and lost all data', ['lost data', 'lost all data']],
    ['a gap', 'not ~2 work*', 'does not even really work', ['not even really work']],
    ['a word class', 'use @rival', 'we use globex', ['use globex']],
    ['several phrases', 'slow; fast', 'fast or slow', ['fast', 'slow']],
  ])('finds %s', (_what, phrases, text, expected) => {
    expect(found(phrases, text, { rival: ['acme', 'globex'] })).toEqual(expected);
  });

  it('does not stretch a gap too far', () => {
    expect(found('not ~1 work', 'not at all in work')).toEqual([]);
  });

  it('does not reach over punctuation', () => {
    expect(found('not ~2 work', 'not now. work')).toEqual([]);
  });

  it('takes the longest of two phrases with one beginning', () => {
    expect(found('lost; lost data', 'lost data')).toEqual(['lost data']);
  });

  it('counts no word twice for one list', () => {
    expect(found('a b; b c', 'a b c')).toEqual(['a b']);
  });

  it('keeps lists apart', () => {
    const book = new PhraseBook([
      { name: 'one', phrases: ['a b'] },
      { name: 'two', phrases: ['b'] },
    ]);
    expect(book.find(['a', 'b']).map(({ list }) => book.listNames[list])).toEqual(['one', 'two']);
  });

  it('refuses an unknown word class', () => {
    expect(() => found('use @rival', 'x')).toThrow('No word class is named @rival');
  });

  it.each([
    ['an open bracket', 'not [so good', '"[so" is no slot of a phrase'],
    ['a gap without a number', 'not ~ good', '"~" is no slot of a phrase'],
    ['an empty alternative', 'good/', '"good/" has an alternative that is no word'],
    ['a star inside a word', 'go*d', '"go*d" has an alternative that is no word'],
    ['no word at all', '~2', '"~2" names no word'],
    ['an unknown word class', 'use @rival', 'No word class is named @rival'],
  ])('says what is wrong with a phrase that has %s', (_what, phrase, problem) => {
    expect(phraseProblem(phrase, {})).toBe(problem);
  });
});
