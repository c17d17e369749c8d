import { tokenizeWords } from '../../text/word.tokenizer.js';
import { categoryOfSentence } from './family.chooser.js';
import { readFrames } from './frame.reader.js';

describe('the category of a sentence', () => {
  it.each([
    ['is that of its family', 'The video stops playing after a minute.', ['updates'], 'bugs'],
    [
      'is its best one, if several families agree',
      'It crashes when I open a file and support never answers.',
      ['bugs', 'support'],
      'bugs',
    ],
    ['is its best one, if it names no family', 'Something is off with this thing.', ['design'], 'design'],
    ['is other, if it has none', 'Something is off with this thing.', [], 'other'],
  ])('%s', (_, sentence, categories, expected) => {
    const frames = readFrames(tokenizeWords(sentence), 'en');
    expect(categoryOfSentence({ frames, categories, language: 'en' })).toBe(expected);
  });
});
