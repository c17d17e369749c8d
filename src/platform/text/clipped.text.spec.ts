import { clipped, clippedAtWord } from './clipped.text.js';

describe('a text that is cut', () => {
  it('has at most so many characters, the last of which says so', () => {
    expect([clipped('one two', 7), clipped('one two', 6)]).toEqual(['one two', 'one t…']);
  });

  it('ends with a whole word, and without the comma behind it', () => {
    expect(clippedAtWord('one two, three', 12)).toBe('one two…');
  });

  it('ends inside of a word that is longer than half of it', () => {
    expect(clippedAtWord('a verylongword', 8)).toBe('a veryl…');
  });
});
