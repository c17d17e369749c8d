import fc from 'fast-check';
import { RUN, TextPieces } from './text-pieces.js';

describe('pieces of text', () => {
  const text = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀'), minLength, maxLength });
  const piece = text(RUN, 9);

  it('are found exactly in the texts that contain them', () => {
    fc.assert(
      fc.property(fc.array(piece), text(0, 200), (all, searched) => {
        const pieces = new TextPieces();
        for (const each of all) pieces.add(each);
        expect(pieces.foundIn(searched)).toEqual(new Set(all.filter((each) => searched.includes(each))));
      }),
    );
  });

  it('are not found after their removal, while others of the same run are', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (kept, removed) => {
        const pieces = new TextPieces();
        for (const each of [...removed, ...kept]) pieces.add(each);
        const gone = removed.filter((each) => !kept.includes(each));
        for (const each of gone) pieces.remove(each);
        for (const each of gone) expect(pieces.foundIn(each).has(each)).toBe(false);
        for (const each of kept) expect(pieces.foundIn(each).has(each)).toBe(true);
      }),
    );
  });
});
