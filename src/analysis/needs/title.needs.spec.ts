import { wantedThingIn } from './title.needs.js';

describe('the thing that a sentence asks for', () => {
  it.each([
    ['We are looking for an alternative and testing Deskhand and Casebird.', 'an alternative'],
    ['I am looking for an app that sorts my photos', 'an app that sorts your photos'],
    ['It would be nice if we could export boards', 'a way to export boards'],
    ['It crashes every day', null],
  ])('is found in "%s"', (sentence, thing) => {
    expect(wantedThingIn(sentence)).toBe(thing);
  });
});
