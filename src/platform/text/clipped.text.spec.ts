import { clipped, clippedAtWord } from './clipped.text.js';

describe('a text that is cut', () => {
  it('has at most the given number of characters, the last of which is an ellipsis', () => {
    expect([clipped('one two', 7), clipped('one two', 6)]).toEqual(['one two', 'one t…']);
  });

  it('ends with a whole word, without the comma after it', () => {
    expect(clippedAtWord('one two, three', 12)).toBe('one two…');
  });

  it('ends inside a word that is longer than half of the text', () => {
    expect(clippedAtWord('a verylongword', 8)).toBe('a veryl…');
  });
});
