import { wantedThingIn } from './title.needs.js';

describe('the thing that a sentence asks for', () => {
  it.each([
    ['We are looking for an alternative and testing Deskhand and Casebird.', 'an alternative'],
    ['I am looking for an app that sorts my photos', 'an app that sorts your photos'],
    ['It would be nice if we could export boards', 'a way to export boards'],
    ['Browser extension to mute tabs', 'a browser extension to mute tabs'],
    ['Best software to clone a drive?', 'the best software to clone a drive'],
    ['I am looking for an widget that shows the date', 'a widget that shows the date'],
    ['Anyone have a route planner that they are happy with?', 'a route planner that they are happy with'],
    ['I am looking for a laptop and I have 500 dollars', 'a laptop'],
    ['I guess I am looking for a bit more info', null],
    ['Is there an app that I can use?', null],
    ['Can anyone recommend any software to do this?', null],
    ['What are you using for collaboration software?', null],
    ['I need to unblock them every time', null],
    ['Do I need to register a name?', null],
    ['It crashes every day', null],
  ])('is found in "%s"', (sentence, thing) => {
    expect(wantedThingIn(sentence)).toBe(thing);
  });
});
