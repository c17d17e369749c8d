import { parse } from 'csv-parse/sync';
import { type Cell, csvChunksOf } from './csv.writer.js';

/** A file of two batches, the second of which is empty. */
async function csvOf(header: string[], rows: Cell[][]): Promise<string> {
  async function* batches(): AsyncGenerator<Cell[][]> {
    yield* [rows, []];
  }
  const chunks: string[] = [];
  for await (const chunk of csvChunksOf(header, batches())) chunks.push(chunk);
  return chunks.join('');
}

describe('a CSV file', () => {
  it('is read back as it was written', async () => {
    const rows = [
      ['a "quoted" word', 'two\r\nlines', 'a, comma'],
      ['', 'ä 漢 🙂', ' spaces '],
    ];
    expect(parse(await csvOf(['x', 'y', 'z'], rows), { bom: true })).toEqual([['x', 'y', 'z'], ...rows]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
    'makes no formula of %j',
    async (text) => {
      expect(parse(await csvOf(['x'], [[text]]), { bom: true })[1]).toEqual([`'${text}`]);
    },
  );

  it.each(['foo;=HYPERLINK("x")', 'foo;+1', 'foo;-1', 'foo\t@SUM(A1)', '\t=1', 'foo;＝1'])(
    'makes no formula of %j for a spreadsheet that splits at semicolons or tabs',
    async (text) => {
      const [, written = ''] = (await csvOf(['x'], [[text]])).split('\r\n');
      expect([written.startsWith('"'), /[;\t][=+\-@＝]/.test(written)]).toEqual([true, false]);
    },
  );

  it('drops NUL, and does not make a formula of the rest', async () => {
    expect(parse(await csvOf(['x'], [['\0=1+1'], ['a\0b']]), { bom: true })).toEqual([['x'], ["'=1+1"], ['ab']]);
  });

  it('keeps numbers, and writes null as an empty cell', async () => {
    expect(await csvOf(['x', 'y'], [[-1.5, null]])).toBe('\uFEFFx,y\r\n-1.5,\r\n');
  });
});
