import { urgencyIn } from './need.urgency.js';

const JANUARY = new Date('2026-01-10T00:00:00Z');

describe('urgency', () => {
  it.each([
    ['We need an alternative to Boardly by Friday.', 'by Friday'],
    ['Looking for a help desk asap!', 'asap'],
    ['It is slow. Our contract ends next month, and we will not renew.', 'contract ends next month'],
    ['We want to buy a help desk before the end of the year.', 'end of the year'],
    ['Our contract ends in two weeks. Any alternative?', 'contract ends in two weeks'],
    ['Any recommendations before March? We are 20 people.', 'before March'],
  ])('is found in %j', (text, words) => {
    expect(urgencyIn(text, JANUARY)).toBe(words);
  });

  it.each([
    ['in a sentence that states no need', 'The board sorts urgent cases from the train.'],
    ['in a month that is over', 'We are switching to Kanbanica because it stopped working in December.'],
    ['in a month that may be of last year', 'We are moving to Kanbanica, as it broke in October.'],
    ['that is denied', 'Looking for an app for projects that are neither urgent nor important.'],
    ['in another sentence than the need', 'Answers came immediately. Any alternative to Boardly?'],
  ])('is not found %s', (_, text) => {
    expect(urgencyIn(text, JANUARY)).toBeNull();
  });

  it('in the name of a month needs the date of the text', () => {
    expect(urgencyIn('Any recommendations before March?', null)).toBeNull();
  });
});
