import { tokenizeWords } from '../text/word.tokenizer.js';
import { judgeStatement, type Statement } from './statement.judge.js';

const worthOf = (sentence: string, more: Partial<Statement> = {}): number =>
  judgeStatement({ words: tokenizeWords(sentence), language: 'en', place: 0, pain: 0, ...more });

describe('a sentence states a problem better', () => {
  it.each([
    ['names it than if it only judges', 'The upload of photos fails.', 'This is a terrible app.'],
    ['names the thing that fails', 'Photos do not upload since last week.', 'It does not upload since last week.'],
    ['says more about it', 'The upload of photos fails on every phone of our team.', 'The upload of photos fails.'],
  ])('if it %s', (_, better, worse) => {
    expect(worthOf(better)).toBeGreaterThan(worthOf(worse));
  });

  it('if it comes earlier in the text', () => {
    const sentence = 'The upload of photos fails.';
    expect(worthOf(sentence, { place: 1 })).toBeGreaterThan(worthOf(sentence, { place: 4 }));
  });

  it('if it is more surely a complaint', () => {
    const sentence = 'We use it every day for our tickets.';
    expect(worthOf(sentence, { pain: 1 })).toBeGreaterThan(worthOf(sentence, { pain: -1 }));
  });

  it('in French, too, if it names a kind of failure', () => {
    const french = { language: 'fr' as const };
    expect(worthOf('Impossible de me connecter.', french)).toBeGreaterThan(worthOf('Je suis très déçu.', french));
  });
});
