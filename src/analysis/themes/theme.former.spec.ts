import fc from 'fast-check';
import { contentStems } from './problems/problem.namer.js';
import { formThemes } from './theme.former.js';
import { type Complaint, type ReviewRecord } from './theme.types.js';

const record = (id: string, complaints: Partial<Complaint>[]): ReviewRecord => ({
  ...{ id, rating: 1, day: null, critical: true, copyKey: null, language: 'en' },
  complaints: complaints.map((one) => ({ categoryId: 'bugs', slice: '', pain: 1, ...one })),
});
const records = (...slices: string[]): ReviewRecord[] => slices.map((slice, index) => record(`r${index}`, [{ slice }]));
/** The variants of the first theme. */
const variants = (all: readonly ReviewRecord[]): [string, string, number][] =>
  (formThemes(all, undefined)[0]?.variants ?? []).map(({ name, kind, mentions }) => [name, kind, mentions.length]);
const named = (all: readonly ReviewRecord[], productName?: string): [string, number][] =>
  formThemes(all, productName)
    .map(({ name, mentions }): [string, number] => [name, mentions.length])
    .sort(([one, some], [other, others]) => others - some || (one < other ? -1 : 1));

describe('the themes of a report', () => {
  it('join sentences that name one problem in several ways', () => {
    const all = records('Cannot open files', 'I cannot open files', 'Files do not open', 'It never opens my files');
    expect(named(all)).toEqual([['Cannot open files', 4]]);
  });

  it('have the same failure of two things as variants', () => {
    const all = records('Cannot open files', 'I cannot open the files', 'Cannot open links', "It won't open links");
    expect(named(all)).toEqual([['App or files do not open', 4]]);
    expect(variants(all)).toEqual([
      ['Cannot open files', 'object', 2],
      ['Cannot open links', 'object', 2],
    ]);
  });

  it('separate a thing that happened from one that is impossible', () => {
    const all = records(
      'It deleted my files',
      'Deleted files again',
      'Cannot delete files',
      'I cannot delete the files',
    );
    expect(named(all)).toEqual([
      ['Cannot delete files', 2],
      ['Deleted files', 2],
    ]);
  });

  it('have a circumstance as a variant, whatever the problem is', () => {
    const all = records(
      'Crashes',
      'It crashes',
      'Crashes a lot',
      'Crashes since the update',
      'It crashes since update 4',
    );
    expect(named(all)).toEqual([['Crashes', 5]]);
    expect(variants(all)).toEqual([['Since the update', 'circumstance', 2]]);
  });

  describe('of German texts, which have no phrases of families', () => {
    const german = (categoryId: string, slice: string): ReviewRecord[] =>
      ['a', 'b'].map((id) => ({ ...record(`${categoryId} ${id}`, [{ categoryId, slice }]), language: 'de' }));

    it.each([
      ['performance', 'Too slow'],
      ['privacy', 'Privacy is not respected'],
      ['data', 'Data is wrong or not recorded'],
    ])('are those that say no more than the category %s', (categoryId, name) => {
      expect(named(german(categoryId, 'Das ist wirklich schlecht gemacht'))).toEqual([[name, 2]]);
    });

    it('have a complaint without a category among the other problems', () => {
      expect(named(german('other', 'Das ist wirklich schlecht gemacht'))).toEqual([['Other problems', 2]]);
    });
  });

  it('have the category of their family, and count a review once', () => {
    const slice = 'Cannot log in';
    const both = ['updates', 'login'].map((categoryId) => ({ categoryId, slice }));
    const all = [
      record('a', both),
      record('b', [{ categoryId: 'login', slice }]),
      record('c', [{ categoryId: 'login', slice }]),
    ];
    expect(formThemes(all, undefined)).toMatchObject([{ categoryId: 'login', family: 'login' }]);
    expect(named(all)).toEqual([['Cannot log in', 3]]);
  });

  describe('of general complaints', () => {
    const general = ['It does not work', 'Does not work at all', 'It never works'];
    const crashes = ['It crashes', 'Crashes', 'It always crashes'];

    it('are parts of the last one, beside those of no theme', () => {
      const all = formThemes(
        records(...crashes, ...general, 'My dog is sad since the update', 'My aunt is sad since the update'),
        undefined,
      );
      expect(all.map(({ name, mentions }) => [name, mentions.length])).toEqual([
        ['Crashes', 3],
        ['Other problems', 5],
      ]);
      expect(all[1]?.variants.map(({ name, mentions }) => [name, mentions.length])).toEqual([
        ['Does not work or shows errors', 3],
        ['Worse since the update', 2],
      ]);
    });

    it('do not count a review again that a theme has', () => {
      const both = record('both', [{ slice: 'It crashes' }, { slice: 'It does not work', isFurther: true }]);
      expect(named([...records(...crashes, ...general), both])).toEqual([
        ['Crashes', 4],
        ['Other problems', 3],
      ]);
    });

    it('are one if no other has so many reviews, as while a service is down', () => {
      const all = records(...general, 'Nothing works', ...crashes);
      expect(named(all)).toEqual([
        ['Does not work', 4],
        ['Crashes', 3],
      ]);
    });
  });

  it('treat the word with which reviews mean the product as the product', () => {
    const failing = ['The game does not work', 'It does not work', 'This game does not work', 'This game never works'];
    expect(named(records(...failing, 'This game makes me sad'))[0]).toEqual(['Does not work', 4]);
  });

  it('keep a kind of product that is a part of this product', () => {
    expect(named(records('The game does not start', 'My game does not start', 'The game never starts'))).toEqual([
      ['Game does not start', 3],
    ]);
  });

  it('have names with the plural of countable things, even if the source drops it', () => {
    const all = records('video do not load', 'the video does not load', 'my video does not load');
    expect(named(all).map(([name]) => name)).toEqual(['Videos do not load']);
  });

  it('have one rest with the categories of its complaints as variants', () => {
    const penguins = ['a', 'b'].map((id) => record(id, [{ slice: 'Greetings from a penguin', pain: 2 }]));
    const all = [...records('Cannot open files', 'Cannot open files'), ...penguins];
    expect(named(all)).toEqual([
      ['Cannot open files', 2],
      ['Other problems', 2],
    ]);
    expect(
      formThemes(all, undefined)
        .at(-1)
        ?.variants.map(({ name }) => name),
    ).toEqual(['Bugs and crashes']);
  });

  it.each(['Please fix this!!', 'Worst app ever, fix this terrible bug'])(
    'leave out a complaint whose words fit every complaint: %s',
    (slice) => {
      const all = [...records('Cannot open files', 'Cannot open files'), record('x', [{ slice, pain: 3 }])];
      expect(named(all)).toEqual([['Cannot open files', 2]]);
    },
  );

  it('leave out sentences that deny complaints', () => {
    const slice = 'I have no dislikes about the penguin';
    const denials = ['x', 'y'].map((id) => record(id, [{ slice, pain: 3 }]));
    expect(named([...records('Cannot open files', 'Cannot open files'), ...denials])).toEqual([
      ['Cannot open files', 2],
    ]);
  });

  it('include a sentence of a theme that is too small if it names them, too', () => {
    const both = record('x', [{ slice: 'My password is never accepted and the search makes trouble', pain: 3 }]);
    const all = [...records('The search is broken', 'The search is broken again'), both];
    expect(formThemes(all, undefined)).toMatchObject([{ family: 'search', mentions: { length: 3 } }]);
  });

  it('include a rare problem that is similar to a frequent one with the same noun', () => {
    const all = records('Cannot play videos', 'Videos do not play', 'I cannot play videos', 'My videos do not load');
    expect(named(all)).toEqual([['Cannot play videos', 4]]);
  });

  it('add a failing verb without its object to the problem with that verb', () => {
    expect(named(records('Cannot share boards', 'I cannot share boards', 'It will not let me share'))).toEqual([
      ['Cannot share boards', 3],
    ]);
  });

  it('use the plural if some sentences do', () => {
    expect(named(records('The video does not play', 'My video does not play', 'Videos do not play'))).toEqual([
      ['Videos do not play', 3],
    ]);
  });

  it('are one for a problem in different words', () => {
    const all = records('No dark mode', 'Please add dark mode', 'Dark mode is missing', 'I wish it had dark mode');
    expect(named(all)).toEqual([['No dark mode', 4]]);
  });

  it('include a single sentence that means the same in other words', () => {
    const all = records('It freezes', 'It freezes daily', 'It freezes on start', 'It hangs');
    expect(named(all)).toEqual([['Freezes', 4]]);
  });

  it('leave out a mild complaint that names no problem', () => {
    const all = [record('a', [{ slice: 'Greetings from a penguin', pain: 0.5 }])];
    expect(named(all)).toEqual([]);
  });

  const wish = (thing: string, id: string): ReviewRecord =>
    record(id, [{ categoryId: 'features', slice: `I wish there was ${thing}` }]);

  it('have single wishes after the others, and outside of the summary', () => {
    const things = ['a kitten', 'a mountain', 'a violin', 'some soup', 'an umbrella'];
    const all = [...records('Cannot open files', 'I cannot open files'), ...things.map((thing) => wish(thing, thing))];
    expect(formThemes(all, undefined).map(({ name, isTelling }) => [name, isTelling])).toEqual(
      expect.arrayContaining([
        ['Cannot open files', true],
        ['Various features are missing', false],
      ]),
    );
  });

  describe('of what no family holds', () => {
    const about = (noun: string, count: number): ReviewRecord[] =>
      Array.from({ length: count }, (_, at) =>
        record(`${noun}${at}`, [{ categoryId: 'data', slice: `Our ${noun} has waddled away`, pain: 3 }]),
      );
    const others = Array.from({ length: 300 }, (_, at) => record(`o${at}`, [{ slice: `It crashes ${at} times` }]));

    it('are named by the noun that they share, in the plural if some use it', () => {
      const all = [...others, ...about('penguin', 24), ...about('penguins', 8)];
      expect(named(all)).toContainEqual(['Problems with penguins', 32]);
    });

    it('include a complaint that has the noun in other company', () => {
      const far = record('far', [{ categoryId: 'data', slice: 'My aunt distrusts every penguin of yours', pain: 3 }]);
      expect(named([...others, ...about('penguin', 32), far])).toContainEqual(['Problems with the penguin', 33]);
    });

    it('have no noun that every tenth complaint has: it is what the product is about', () => {
      const names = named([...others.slice(0, 100), ...about('penguin', 32)]).map(([name]) => name);
      expect(names).not.toContain('Problems with the penguin');
    });
  });

  it('have sentences that are about them for the most part', () => {
    const beside = [
      'If my old uncle reads notifications in the mountains, it is on every evening of June and July by the fire with a pot of tea',
      'If I remember it well, the history of notifications was in the second chapter of the book about the post office of our town',
      'If it was ten years ago, my brother and his band had a song with the title notifications, which was on the radio for months',
    ].map((slice, index) => record(`beside${index}`, [{ slice, pain: -1 }]));
    const others = records('It crashes', 'Crashes a lot', 'No notifications', 'Notifications fail');
    expect(named([...beside, ...others.slice(0, 2)])).toEqual([
      ['Other problems', 3],
      ['Crashes', 2],
    ]);
    expect(named([...beside, ...others])).toEqual([
      ['Notifications fail or annoy', 5],
      ['Crashes', 2],
    ]);
  });

  it('have two reviews that say the failure, not only what it is about', () => {
    const about = ['a', 'b', 'c'].map((id) =>
      record(id, [{ categoryId: 'sync', slice: `The bluetooth of ${id} is a long story`, pain: 3 }]),
    );
    const saying = ['d', 'e'].map((id) =>
      record(id, [{ categoryId: 'sync', slice: `The bluetooth of ${id} fails`, pain: 3 }]),
    );
    expect(named(about).map(([name]) => name)).not.toContain('Connecting fails');
    expect(named([...about, ...saying])).toContainEqual(['Connection fails or drops', 5]);
  });

  it('count a mild sentence only if it says the failure near the thing', () => {
    const mild = (slice: string, id: string): ReviewRecord => record(id, [{ categoryId: 'sync', slice, pain: 0.2 }]);
    const all = records('It does not sync', 'My phone never syncs');
    expect(named([...all, mild('It does not sync at all', 'near'), mild('It can sync with the cloud', 'far')])).toEqual(
      [['Does not sync', 3]],
    );
  });

  it('know which sentences say the failure near the thing', () => {
    const far = 'Sync, which my old phone and my old tablet had for years, is something that it has lost';
    const all = [
      ...records('It does not sync', 'My phone never syncs'),
      record('far', [{ categoryId: 'sync', slice: far }]),
    ];
    const [theme] = formThemes(all, undefined);
    expect(theme?.mentions.map(({ record: { id }, says }) => [id, says])).toContainEqual(['far', false]);
  });

  it('take the name that a language model proposes, if the sentences contain its words', () => {
    const slices = ['The ledger shifts by an hour in winter', 'In winter the ledger shifts'];
    const propose = (problem: string): ReviewRecord[] =>
      slices.map((slice, at) => record(`r${at}`, [{ slice, problem }]));
    expect(named(propose('Ledger shifts in winter'))).toEqual([['Ledger shifts in winter', 2]]);
    expect(named(propose('Wrong time zones')).map(([name]) => name)).not.toContain('Wrong time zones');
  });

  it('have the name of the part of a family that most of their sentences name', () => {
    const slices = ['The draft would not print', 'Printing a page fails', 'I cannot get it to print the note'];
    expect(named(records(...slices, 'Editing a cell fails'))).toEqual([['Printing and scanning fail', 4]]);
  });

  it('have the name of their family unless nearly all of them say the same of no thing', () => {
    const freezes = ['It freezes', 'It freezes daily', 'Freezes when I zoom', 'It freezes at night'];
    expect(named(records(...freezes, 'It crashes', 'It crashes hourly'))).toEqual([['Crashes and freezes', 6]]);
    expect(named(records(...freezes, 'It crashes'))).toEqual([['Freezes', 5]]);
  });

  it('have the parts of a family as variants, unless problems say the same', () => {
    const [theme] = formThemes(
      records(
        ...['Printing my work fails', 'The draft would not ever print'],
        ...['Renaming a sheet fails', 'Editing it fails', 'Cropping a face fails', 'It cannot undo'],
        ...['I cannot select files', 'It cannot select files again'],
      ),
      undefined,
    );
    expect(theme?.variants.map(({ name }) => name)).toEqual(['Cannot select files', 'Printing and scanning fail']);
  });

  it('say on which device most of them are not supported', () => {
    const slices = ['It is not compatible with my iPad on the iPad', 'Landscape does not work on the iPad'];
    expect(named(records(...slices, 'Not supported on my tablet'))).toEqual([['Does not work well on the iPad', 3]]);
  });

  it('have names whose words are in at least half of their sentences, if no part of a family names them', () => {
    const words = fc.constantFrom(
      ...'cannot not open opens files photos the my is gone no search too many ads crashes since update slow upload'.split(
        ' ',
      ),
    );
    const sentences = fc.array(fc.array(words, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(sentences, (all) => {
        const themes = formThemes(records(...all.map((one) => one.join(' '))), undefined);
        for (const { name, mentions, isSubfamily } of themes.flatMap(({ naming }) => naming ?? [])) {
          if (isSubfamily) continue;
          const needed = [...contentStems(name)];
          const holding = mentions.filter(({ complaint }) => {
            const said = contentStems(complaint.slice);
            return needed.every((word) => said.has(word));
          });
          expect(holding.length * 2).toBeGreaterThanOrEqual(mentions.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});
