import { findSwitches } from './switch.finder.js';

const claims = (text: string) => findSwitches(text).map(({ direction, names }) => [direction, names.at(-1)]);

describe('the finder of switches', () => {
  it.each([
    ['We switched from Evernote last year and never looked back.', 'came_from', 'evernote'],
    ['I came here from Trello. It is better.', 'came_from', 'trello'],
    ['It replaced our old Basecamp.', 'came_from', 'basecamp'],
    ['I used to use Dropbox.', 'came_from', 'dropbox'],
    ['Too slow, we are moving to Notion.', 'leaves_for', 'notion'],
    ['I am going back to OneNote!', 'leaves_for', 'onenote'],
    ['Leaving this for Asana.', 'leaves_for', 'asana'],
    ['We went over to Box.', 'leaves_for', 'box'],
  ])('reads %j', (text, direction, name) => {
    expect(claims(text)).toEqual([[direction, name]]);
  });

  it.each([
    'I will never switch to Notion.',
    'It crashes when I open it.',
    'I moved my files from Dropbox to the phone.',
    'I changed. Dropbox is fine.',
  ])('reads nothing in %j', (text) => {
    expect(claims(text).filter(([, name]) => name === 'notion' || name === 'dropbox')).toEqual([]);
  });

  it('takes a short name only with a capital letter', () => {
    expect(findSwitches('I dropped the box.').flatMap(({ names }) => names)).not.toContain('box');
  });

  it('returns the sentence word for word, and the longest name first', () => {
    expect(findSwitches('Fine. We moved to Google Drive, sadly.')).toEqual([
      { direction: 'leaves_for', names: ['google drive', 'google'], sentence: 'We moved to Google Drive, sadly.' },
    ]);
  });
});
