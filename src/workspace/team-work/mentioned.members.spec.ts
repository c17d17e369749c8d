import { mentionedIn } from './mentioned.members.js';

const ada = { id: '1', name: 'Ada@acme.example' };
const ben = { id: '2', name: 'ben.lee@acme.example' };
const other = { id: '3', name: 'ada@other.example' };

describe('the members whom a text mentions', () => {
  it.each([
    ['@ada please call', [ada]],
    ['ask @ADA, or @ben.lee.', [ada, ben]],
    ['(@ben.lee@acme.example)', [ben]],
    ['@ada and @ada again', [ada]],
    ['write to ada@acme.example', []],
    ['@nobody and @', []],
  ])('in "%s"', (text, expected) => {
    expect(mentionedIn(text, [ada, ben])).toEqual(expected);
  });

  it('are those with the whole address, where two names begin alike', () => {
    expect(mentionedIn('@ada or @ada@other.example', [ada, other])).toEqual([other]);
  });
});
