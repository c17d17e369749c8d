import { placeOf } from './pitch.reader.js';

describe('the place of a post', () => {
  it.each([
    ['IT Admins forum', 'your post in the IT Admins forum'],
    ['The Admins forum', 'your post in The Admins forum'],
    ['Hacker News', 'your post on Hacker News'],
    ['r/software', 'your post in r/software'],
  ])('in %s is %s', (community, place) => {
    expect(placeOf({ source: 'forum', platform: null, community, product: null })).toBe(place);
  });
});
