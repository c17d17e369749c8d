import { findReleases } from './release.finder.js';

describe('the finder of releases', () => {
  it.each([
    ['Since version 5.2 it crashes.', ['5.2']],
    ['Broken after update 12.0.1, v12.0.2 too', ['12.0.1', '12.0.2']],
    ['The 4.1 update is bad.', ['4.1']],
    ['It costs 9.99 a month.', []],
    ['On iOS version 17.1 it does not start.', []],
    ['The Android 9.0 update broke it.', []],
    ['Version five is bad.', []],
  ])('finds in %j %j', (text, releases) => {
    expect(findReleases(text)).toEqual(releases);
  });
});
