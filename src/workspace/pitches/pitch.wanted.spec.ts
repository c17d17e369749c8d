import { wantedIn } from './pitch.wanted.js';

describe('what a sentence looks for', () => {
  it.each([
    ['Browser extension to mute tabs.', 'a browser extension to mute tabs'],
    ['Can anyone recommend an export tool?', 'an export tool'],
    ['I need a booking and messaging tool for a small practice.', 'a booking and messaging tool for a small practice'],
    [
      'Any suggestions for an internal ticketing tool with single sign-on that does not cost a fortune?',
      'an internal ticketing tool with single sign-on that does not cost a fortune',
    ],
    ['Can anyone recommend any software to do this?', null],
    ['Are there any voip apps without monthly costs for calls within the US?', null],
    [
      'Is there an app that translates a customer email and lets me answer in my own language?',
      'an app that translates a customer email and lets you answer in your own language',
    ],
    ['I need an app that says where I am parked.', 'an app that says where you are parked'],
    ['I need a script / app / whatever to rename files.', null],
    ['Need advice on registering a name.', null],
    ['I need a decent amount of memory.', null],
    ['I am looking for a roster template and just can not find one that works.', 'a roster template'],
    ['Any good recommendations for reminder apps?', 'reminder apps'],
    ['What is the best expense tracker out there?', 'an expense tracker'],
    ["I would love some suggestions for y'all's favorite apps for alarms.", 'apps for alarms'],
    ['Are there some apps you could recommend?', 'some apps'],
    ['What are the best apps when you are offline?', 'apps when you are offline'],
    ['What is the best route to go?', null],
    ['Is there a way to mute a tab?', 'a way to mute a tab'],
    ['We want to upgrade our phones.', null],
    ['What are the apps that you could not live without?', null],
    [
      'Is there a Chrome extension that can block all but a few websites?',
      'a Chrome extension that can block all but a few websites',
    ],
  ])('of %j is %j', (sentence, wanted) => {
    expect(wantedIn(sentence)).toBe(wanted);
  });
});
