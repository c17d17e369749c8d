import { tokenizeWords } from '../text/word.tokenizer.js';
import { readFrames } from './families/frame.reader.js';
import { judgeStatement, type Statement } from './statement.judge.js';

function worthOf(
  sentence: string,
  { language = 'en', ...more }: Partial<Statement> & { language?: 'en' | 'fr' } = {},
): number {
  const words = tokenizeWords(sentence);
  return judgeStatement({ length: words.length, frames: readFrames(words, language), place: 0, pain: 0, ...more });
}

describe('a sentence states a problem better', () => {
  it.each([
    ['names it than if it only judges', 'The upload of photos fails.', 'This is a terrible app.'],
    ['names two problems', 'Photos do not upload and it crashes.', 'Photos do not upload and I wait.'],
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
    const [failure, verdict] = ['Impossible de me connecter.', 'Je suis très déçu.'];
    expect(worthOf(failure, { language: 'fr' })).toBeGreaterThan(worthOf(verdict, { language: 'fr' }));
  });
});
