import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import type { ImportOptions } from '#platform/files/file.importer.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { temporaryFiles } from '../../support/imported.js';

type Row = Record<string, string>;

/** What is known about an export: a line as its tool writes it, and what may differ. */
interface Export {
  name: string;
  line: Row;
  product: string;
  text: string;
  rating: string;
  date: string;
  /** A column, and another usual name of it. */
  renamed: readonly [column: string, usual: string];
  /** Without these columns the export is still recognized. */
  optional: readonly string[];
  /** False if its tool never writes dates such as 08/01/2026. */
  hasNumericDates: boolean;
  options?: ImportOptions;
}

const EXPORTS: Export[] = [
  {
    name: 'G2',
    line: {
      'Review ID': 'g2-1',
      'Product Name': 'Product',
      'What do you like best about it?': 'It is quick.',
      'What do you dislike about it?': 'Exports fail.',
      'Star Rating': '4',
      'Submitted At': '2026-01-08',
      'Job Title': 'Analyst',
    },
    product: 'Product Name',
    text: 'What do you dislike about it?',
    rating: 'Star Rating',
    date: 'Submitted At',
    renamed: ['Submitted At', 'Submitted Date'],
    optional: ['Star Rating', 'Submitted At', 'Job Title'],
    hasNumericDates: true,
  },
  {
    name: 'Capterra',
    line: {
      Product: 'Product',
      'Overall Rating': '4',
      Pros: 'It is quick.',
      Cons: 'Exports fail.',
      'Review Date': '8 January 2026',
      Reviewer: 'Jane D.',
      Industry: 'Retail',
    },
    product: 'Product',
    text: 'Cons',
    rating: 'Overall Rating',
    date: 'Review Date',
    renamed: ['Review Date', 'Published Date'],
    optional: ['Review Date', 'Reviewer', 'Industry'],
    hasNumericDates: true,
  },
  {
    name: 'Trustpilot',
    line: {
      'Review Id': 'tp-1',
      'Review Created (UTC)': '2026-01-08T10:00:00.000Z',
      'Review Stars': '4',
      'Review Content': 'Exports fail.',
      'Review Title': 'Hm',
      'Webshop Name': 'Product',
      'Review Username': 'Jane D.',
    },
    product: 'Webshop Name',
    text: 'Review Content',
    rating: 'Review Stars',
    date: 'Review Created (UTC)',
    renamed: ['Review Username', 'Reviewer'],
    optional: ['Review Title', 'Review Username'],
    hasNumericDates: true,
  },
  {
    name: 'Google Play',
    line: {
      'Package Name': 'Product',
      'Star Rating': '4',
      'Review Text': 'Exports fail.',
      'Review Title': 'Hm',
      'Review Submit Millis Since Epoch': '1767866400000',
      'Review Link': 'https://play.google.com/console/x?reviewId=gp-1',
    },
    product: 'Package Name',
    text: 'Review Text',
    rating: 'Star Rating',
    date: 'Review Submit Millis Since Epoch',
    renamed: ['Review Title', 'Headline'],
    optional: ['Review Title', 'Review Link'],
    hasNumericDates: false,
  },
  {
    name: 'App Store',
    line: {
      id: 'as-1',
      rating: '4',
      title: 'Hm',
      body: 'Exports fail.',
      reviewerNickname: 'jane',
      createdDate: '2026-01-08T02:00:00-08:00',
      'App Name': 'Product',
    },
    product: 'App Name',
    text: 'body',
    rating: 'rating',
    date: 'createdDate',
    renamed: ['App Name', 'Product'],
    optional: ['title'],
    hasNumericDates: false,
  },
  {
    name: 'Zendesk',
    line: {
      Id: 'z-1',
      Requester: 'Jane D.',
      Subject: 'Exports',
      Description: 'Exports fail.',
      'Created at': '2026-01-08 10:00',
      'Ticket type': 'Problem',
      Brand: 'Product',
      Organization: 'Acme',
      'Satisfaction Score': '4',
    },
    product: 'Brand',
    text: 'Description',
    rating: 'Satisfaction Score',
    date: 'Created at',
    renamed: ['Organization', 'Company Name'],
    optional: ['Organization', 'Satisfaction Score'],
    hasNumericDates: true,
    options: { map: { rating: 'Satisfaction Score' } },
  },
  {
    name: 'Intercom',
    line: {
      'Conversation ID': 'i-1',
      'Conversation rating': '4',
      'Conversation rating remark': 'Exports fail.',
      'Updated at (UTC)': '2026-01-08 10:00:00',
      'User name': 'Jane D.',
      Product: 'Product',
    },
    product: 'Product',
    text: 'Conversation rating remark',
    rating: 'Conversation rating',
    date: 'Updated at (UTC)',
    renamed: ['User name', 'Reviewer'],
    optional: ['Updated at (UTC)', 'User name'],
    hasNumericDates: true,
  },
];

const fileOf = temporaryFiles();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Dates that can be read in one way only. */
const ISO = ['year first', '2026-01-08T10:00:00Z', '2026-01-13T10:00:00Z'];

describe.each(EXPORTS)('an export of $name', (tool) => {
  const notes: string[] = [];
  let product: string;
  let cases = 0;

  beforeEach(() => {
    product = `${tool.name} case ${++cases}`;
  });

  const imported = (rows: readonly Row[], options: ImportOptions = tool.options ?? {}) => {
    notes.length = 0;
    const columns = Object.keys(rows[0] ?? {});
    const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    const lines = [quoted(columns), ...rows.map((row) => quoted(columns.map((column) => row[column] ?? '')))];
    const path = fileOf('export.csv', lines.join('\n'));
    return app.get(ReviewsImporter).importFile(path, { ...options, onNote: (note) => notes.push(note) });
  };
  /** A line of this test, with changed cells. */
  const line = (changes: Row = {}): Row => {
    const ids = Object.entries(tool.line).map(([column, cell]) => [column, cell.replace(/^(.*-1)$/, `$1-${cases}`)]);
    return { ...(Object.fromEntries(ids) as Row), [tool.product]: product, ...changes };
  };
  const without = (row: Row, columns: readonly string[]): Row =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
  const stored = () =>
    app.database.query<{ text: string; rating: number | null; day: string | null }>(
      `SELECT text, rating::float, to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
       FROM reviews JOIN products ON products.id = product_id WHERE name = $1 ORDER BY published_at`,
      [product],
    );

  it('is read as its tool writes it, without an option', async () => {
    expect(await imported([line()])).toMatchObject({ read: 1, inserted: 1, rejected: 0 });
    expect(await stored()).toEqual([{ text: expect.stringContaining('Exports fail.'), rating: 4, day: '2026-01-08' }]);
    expect(notes[0]).toMatch(/^Recognized as /);
  });

  it('is read by a usual synonym where one column has another name', async () => {
    const [from, to] = tool.renamed;
    const row = { ...without(line(), [from]), [to]: line()[from] ?? '' };
    expect(await imported([row])).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await stored()).toMatchObject([{ rating: 4, day: '2026-01-08' }]);
    expect(notes.join(' ')).not.toContain(`"${to}"`);
  });

  it('is read without its optional columns', async () => {
    const { options: { map: _, ...options } = {} } = tool;
    expect(await imported([without(line(), tool.optional)], options)).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await stored()).toHaveLength(1);
  });

  it('is not imported if a person does not want it without its dates', async () => {
    const asked: string[] = [];
    const confirmWithout = (fields: readonly string[]): Promise<boolean> => {
      asked.push(...fields);
      return Promise.resolve(false);
    };
    const undated = line({ [tool.date]: '' });
    await expect(imported([undated], { ...tool.options, confirmWithout })).rejects.toThrow('Nothing was imported');
    expect([asked, await stored()]).toEqual([['published_at'], []]);
  });

  it('names a column that it does not use', async () => {
    await imported([line({ 'Internal remark': 'x' })]);
    expect(notes).toContainEqual(expect.stringMatching(/^Not used: .*"Internal remark"/));
  });

  const orders = [
    ['day first', '8/1/2026', '13/1/2026'],
    ['month first', '1/8/2026', '1/13/2026'],
  ];
  it.each(tool.hasNumericDates ? orders : [ISO])(
    'is read with the %s where a date of the file shows it',
    async (_order, eighth, thirteenth) => {
      const later = line({ [tool.date]: thirteenth, [tool.text]: 'Another.', ...otherId() });
      expect(await imported([line({ [tool.date]: eighth }), later])).toMatchObject({ inserted: 2, rejected: 0 });
      expect((await stored()).map(({ day }) => day)).toEqual(['2026-01-08', '2026-01-13']);
    },
  );

  it('changes nothing when it is imported twice', async () => {
    await imported([line()]);
    expect(await imported([line()])).toMatchObject({ read: 1, inserted: 0, updated: 0, unchanged: 1, rejected: 0 });
  });

  it('is completed by its mended line, and changes nothing after that', async () => {
    expect(await imported([line({ [tool.rating]: 'eleven' })])).toMatchObject({ inserted: 0, rejected: 1 });
    expect(await imported([line()])).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await imported([line({ [tool.rating]: '5' })])).toMatchObject({ inserted: 0, updated: 1 });
    expect(await imported([line({ [tool.rating]: '5' })])).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('keeps a line without its unreadable rating if it is asked to be lenient', async () => {
    const result = await imported([line({ [tool.rating]: 'eleven' })], { ...tool.options, lenient: true });
    expect(result).toMatchObject({ inserted: 1, rejected: 0, dropped: { rating: 1 } });
    expect(await stored()).toMatchObject([{ rating: null }]);
  });

  /** Another id in the column of ids, if the export has one. */
  function otherId(): Row {
    const column = Object.keys(tool.line).find((each) => /-1$/.test(tool.line[each] ?? ''));
    return column === undefined ? {} : { [column]: `${line()[column] ?? ''}-other` };
  }
});
