import { clarityOf } from './quote.clarity.js';
import { type Mention } from './theme.types.js';

const clarity = (slice: string, more: Partial<Mention> = {}): number =>
  clarityOf({
    record: {
      ...{ id: 'r', rating: 1, day: null, critical: true, copyKey: null, language: 'en' },
      complaints: [],
    },
    complaint: { categoryId: 'bugs', slice, pain: 1 },
    odds: 1,
    ...more,
  });
const CALM = 'I cannot open files that a colleague shared with me.';

describe('the clarity of a quote', () => {
  it.each([
    ['SHOUTS', CALM.toUpperCase()],
    ['ends with a row of marks', 'I cannot open files that a colleague shared with me!!!!'],
    ['only asks', 'Why can I not open files that a colleague shared with me?'],
    ['begins in the middle of a thought', 'And then I cannot open files that a colleague shared with me.'],
    ['has words that no report needs', 'I cannot open the damn files that a colleague shared with me.'],
    ['is about a fear', 'I am worried that I cannot open files that a colleague shared.'],
    ['is rare', 'I can rarely not open the files that a colleague shared.'],
    ['is mild', 'It is a little annoying that I cannot open files that a colleague shared.'],
    ['says too little', 'No files.'],
    ['was cut', `I cannot open files that a colleague shared with me ${'and the next one '.repeat(14)}`],
  ])('is less if the sentence %s', (_what, slice) => {
    expect(clarity(slice)).toBeLessThan(clarity(CALM));
  });

  it('is less for a list of complaints', () => {
    expect(clarity(CALM, { problems: 5 })).toBeLessThan(clarity(CALM, { problems: 1 }));
  });

  it('is less for a sentence that does not give the name of the theme', () => {
    expect(clarity(CALM, { says: false })).toBeLessThan(clarity(CALM, { says: true }));
  });

  it('is between 0 and 1 for any sentence', () => {
    for (const slice of ['', '?', 'X'.repeat(600), 'AND WTF??!! '.repeat(40)]) {
      const value = clarity(slice, { says: false, problems: 20 });
      expect(value >= 0 && value <= 1).toBe(true);
    }
  });
});
