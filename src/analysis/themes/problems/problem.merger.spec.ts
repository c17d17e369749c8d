import { ProblemMerger } from './problem.merger.js';

let next = 0;
const group = (name: string, size: number, key = name) => ({
  name,
  key,
  room: 0,
  sentences: Array.from({ length: size }, () => next++),
});
type Groups = ReturnType<typeof group>[];
const sizesOf = (merger: ProblemMerger): [string, number][] =>
  merger.groups.map(({ name, sentences }) => [name, sentences.length]);
const merged = (...groups: Groups): [string, number][] => sizesOf(new ProblemMerger(groups));
/** Groups whose sentences all say the same. */
const mergedSaying = (sentence: string, ...groups: Groups): [string, number][] =>
  sizesOf(new ProblemMerger(groups, () => sentence));

describe('themes that a reader would call the same problem', () => {
  it.each([
    ['words that are alike', 'Hangs', 'Freezes'],
    ['a word for standing still', 'Gets stuck', 'Freezes'],
    ['a part of the interface', 'Search icon disappears', 'Search button disappeared'],
    ['things that are lost', 'Lost photos', 'Photos are gone'],
    ['verbs of seeing', 'Cannot see pictures', 'Pictures do not load'],
    ['a thing that cannot be had', 'Cannot see photos', 'Cannot access photos'],
    ['a thing that is not there', 'Video does not load', 'Video is unavailable'],
    ['a word and the denial of its opposite', 'Confusing', 'Not intuitive'],
    ['a thing that does not work', 'Cannot get notifications', 'Notifications do not work'],
    ['a thing that is missing', 'Cannot see notifications', 'No notifications'],
    ['a connection', 'Disconnects', 'Connection lost'],
    ['a price', 'Too expensive', 'Price is steep'],
    ['the staff', 'Bad customer service', 'Bad support'],
    ['what is hard and what is impossible', 'Cannot delete', 'Hard to delete'],
    ['a price and what is got for it', 'Overpriced', 'Not worth it'],
    ['money that is wasted and a price', 'Too expensive', 'Waste of money'],
    ['what an error is called', 'Errors come up', 'Something went wrong'],
    ['a thing that is only heard', 'No sound', 'Audio does not play'],
    ['sound beside its picture', 'Out of sync', 'Audio does not match'],
    ['verbs of appearing', 'Does not show up', 'Does not appear'],
    ['words for the interface', 'Bad UX', 'Bad layout'],
    ['words of dislike', 'Bad interface', 'Clunky interface'],
    ['what every disconnection has', 'Disconnects', 'Disconnects the call'],
    ['the network', 'Lost connections', 'No network'],
    ['the color of an empty screen', 'Black screen', 'Blank screen'],
    ['waiting', 'Lags', 'Delays'],
    ['what is opened to log in', 'Cannot sign in', 'Accounts do not open'],
    ['what disconnects', 'Disconnects', 'Watch disconnects'],
    ['a search that is bad and a hard one', 'Search could be better', 'Difficult to search'],
    ['a missing button and what it does', 'Cannot search', 'No search bar'],
    ['an action that is not offered', 'Cannot call', 'Calling does not show'],
    ['a limited selection and a bad one', 'Limited selection', 'Streaming selection could be better'],
    ['the side of a limit', 'Limited reports', 'Reports are limited'],
    ['words for popups', 'Keeps popping up', 'Bad popups'],
    ['time', 'Too slow', 'Takes too long'],
  ])('are joined if they differ in %s', (_what, large, small) => {
    expect(merged(group(small, 3), group(large, 5))).toEqual([[large, 8]]);
  });

  it.each([
    ['the app from its files', 'Does not open', 'Cannot open files'],
    ['a search that fails from a bad one', 'Cannot search', 'Bad search'],
    ['a problem since an update from the problem', 'Crashes', 'Crashes since the update'],
    ['what was deleted from what cannot be', 'Deleted files', 'Cannot delete files'],
    ['two things', 'Cannot upload files', 'Cannot upload videos'],
    ['the app from a thing that is not seen', 'Does not show up', 'Cannot see pictures'],
    ['too few from none', 'Not enough filters', 'No filters'],
    ['an error since an update from one at any time', 'Errors come up', 'Something went wrong since the update'],
    ['a thing that is not there from what is done with it', 'No notes', 'Cannot open notes'],
    ['a confusing interface from a bad one', 'Confusing interface', 'Bad interface'],
  ])('tell %s', (_what, one, other) => {
    expect(merged(group(one, 5), group(other, 3))).toHaveLength(2);
  });

  it('are joined with and without the thing that the product is about', () => {
    const play = group('Does not play', 4, 'play');
    const videos = group('Cannot play videos', 9, 'play | video');
    expect(merged(play, videos)).toEqual([['Cannot play videos', 13]]);
  });

  it('are joined with and without a thing that most sentences of the verb name, under the name with the thing', () => {
    const skip = group('Cannot skip', 4);
    const ads = group('Cannot skip ads', 3);
    expect([
      mergedSaying('These ads, you cannot skip them', skip, ads),
      mergedSaying('You cannot skip them', skip, ads),
    ]).toEqual([
      [['Cannot skip ads', 7]],
      [
        ['Cannot skip', 4],
        ['Cannot skip ads', 3],
      ],
    ]);
  });

  it('are joined under the wider name if one is bad and the other hard', () => {
    expect(merged(group('Difficult to search', 5), group('Bad search', 3))).toEqual([['Bad search', 8]]);
  });

  it('are joined if most popups are ads, under the name of the ads', () => {
    const popups = group('Keeps popping up', 4, 'pops up');
    const ads = group('Too many ads', 3);
    expect([
      mergedSaying('Ads keep popping up', popups, ads),
      mergedSaying('Messages keep popping up', popups, ads),
    ]).toEqual([
      [['Too many ads', 7]],
      [
        ['Keeps popping up', 4],
        ['Too many ads', 3],
      ],
    ]);
  });

  it('are joined since an update, too', () => {
    const errors = group('Errors come up since the update', 5);
    expect(merged(errors, group('Something went wrong after the update', 3))).toEqual([[errors.name, 8]]);
  });

  it('are found by another name of the problem', () => {
    const merger = new ProblemMerger([group('Cannot get notifications', 5), group('Crashes', 3)]);
    expect([merger.groupOf('Notifications do not show up')?.name, merger.groupOf('Too slow')]).toEqual([
      'Cannot get notifications',
      undefined,
    ]);
  });

  it('do not depend on the order of the groups', () => {
    const groups = [group('Freezes', 3), group('Hangs', 3), group('Crashes', 5)];
    expect(merged(...groups).sort()).toEqual(merged(...groups.reverse()).sort());
  });
});
