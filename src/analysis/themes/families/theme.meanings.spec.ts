import { readSentences } from './complaint.sentences.js';
import { compareMeanings } from './theme.meanings.js';
import { type SizedTheme } from './theme.sizes.js';

/** How near each of some sentences is to the others, with those of another theme beside them. */
function nearness(slices: readonly string[]): (number | undefined)[] {
  const themeOf = (own: readonly string[]): SizedTheme => {
    const records = own.map((slice, index) => ({
      ...{ id: `r${index}`, rating: 1, day: null, critical: true, copyKey: null, language: 'en' as const },
      complaints: [{ categoryId: 'bugs', slice, pain: 1 }],
    }));
    const sentences = readSentences(records, { banned: new Set(), kind: new Set() });
    return { key: own.join(), family: null, members: sentences.map((sentence) => ({ sentence })) };
  };
  const theme = themeOf(slices);
  compareMeanings([theme, themeOf(['It costs too much money every month', 'The subscription is far too expensive'])]);
  return theme.members.map(({ near }) => near);
}

describe('the nearness of the sentences of a theme', () => {
  it('is less for one about another thing', () => {
    const [delivery, ...others] = nearness([
      'My delivery is late',
      'The sound of the video is gone',
      'No audio in any movie',
      'The volume stays quiet',
    ]).map(Number);
    expect(delivery).toBeLessThan(Math.min(...others));
  });

  it('is unknown for one without known words, and for one alone', () => {
    const [known, unknown] = nearness(['The video has no sound', 'Qxzw vbnm', 'No audio in any movie']);
    expect([known === undefined, unknown === undefined]).toEqual([false, true]);
    expect(nearness(['The video has no sound'])).toEqual([undefined]);
  });
});
