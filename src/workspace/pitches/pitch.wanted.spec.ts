import { wantedIn } from './pitch.wanted.js';

describe('what a sentence looks for', () => {
  it.each([
    ['Browser extension to mute tabs.', 'a browser extension to mute tabs'],
    ['Can anyone recommend an export tool?', 'an export tool'],
    ['Can anyone recommend any software to do this?', null],
    ['Are there any voip apps without monthly costs for calls within the US?', null],
    ['Need advice on registering a name.', null],
  ])('of %j is %j', (sentence, wanted) => {
    expect(wantedIn(sentence)).toBe(wanted);
  });
});
