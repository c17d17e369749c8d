import fc from 'fast-check';
import { splitSentences } from './sentence.splitter.js';
import { tokenizeWords } from './word.tokenizer.js';

describe('splitting sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['It costs 3.50 a month. Fine.', ['It costs 3.50 a month.', 'Fine.']],
    ['Tools, e.g. Slack, work. Others do not.', ['Tools, e.g. Slack, work.', 'Others do not.']],
    ['Tools (e.g. Slack) work. Others, eg. mail, do not.', ['Tools (e.g. Slack) work.', 'Others, eg. mail, do not.']],
    ['first line\nsecond line', ['first line', 'second line']],
    ['no end at all', ['no end at all']],
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(splitSentences(text)).toEqual(expected);
  });

  it('returns verbatim slices in reading order for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
        let from = 0;
        for (const sentence of splitSentences(text)) {
          const at = text.indexOf(sentence, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + sentence.length;
        }
      }),
    );
  });

  it('splits a very long sentence into readable pieces', () => {
    const pieces = splitSentences('it is slow and it crashes, '.repeat(50));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(320);
  });

  it('returns at most 200 sentences', () => {
    expect(splitSentences('Bad. '.repeat(1000))).toHaveLength(200);
  });
});

describe('tokenizing words', () => {
  it.each([
    ["It doesn't work", ['it', 'does', 'not', 'work']],
    ['I can’t', ['i', 'can', 'not']],
    ["L'appli n'arrive plus", ['le', 'appli', 'ne', 'arrive', 'plus']],
    ["it's Acme's", ['it', 'is', 'acme']],
    ['dont', ['do', 'not']],
    ['Wow!!! https://a.example/x', ['wow', '!!', '<url>']],
    ['constructor __proto__', ['constructor', 'proto__']],
  ])('expands %j', (text, expected) => {
    expect(tokenizeWords(text)).toEqual(expected);
  });
});
