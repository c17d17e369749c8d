import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { zipOf } from '../../../test/support/zip.js';
import { readRecords } from './record.reader.js';
import { FileUnreadable, type Reject, type SourceRecord } from './record.types.js';

const folder = mkdtempSync(join(tmpdir(), 'jsonl-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const fileOf = (content: string | Buffer): string => {
  const path = join(folder, `${files++}.txt`);
  writeFileSync(path, content);
  return path;
};

async function read(
  path: string,
): Promise<{ lines: SourceRecord[]; rejects: Reject[]; batches: number; bytes: number }> {
  const whole = { lines: [] as SourceRecord[], rejects: [] as Reject[], batches: 0, bytes: 0 };
  for await (const { lines, rejects, bytesRead } of readRecords(path)) {
    whole.lines.push(...lines);
    whole.rejects.push(...rejects);
    whole.batches++;
    whole.bytes = bytesRead;
  }
  return whole;
}

describe('reading JSON lines', () => {
  it('numbers lines from 1 and skips blank lines', async () => {
    const { lines } = await read(fileOf('{"a":1}\n\n   \n{"a":2}'));
    expect(lines).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 4, value: { a: 2 } },
    ]);
  });

  it('removes Windows line ends and a byte order mark', async () => {
    const { lines, rejects } = await read(fileOf('\ufeff{"a":1}\r\n{"a":2}\r\n'));
    expect([lines.map(({ value }) => value), rejects]).toEqual([[{ a: 1 }, { a: 2 }], []]);
  });

  it('detects gzip by the first bytes, not by the name', async () => {
    const { lines } = await read(fileOf(gzipSync('{"a":1}\n')));
    expect(lines).toHaveLength(1);
  });

  it('rejects invalid lines with their numbers and continues', async () => {
    const long = `{"a":"${'x'.repeat(1_048_576)}"}`;
    const content = Buffer.concat([
      Buffer.from('{"a":\n[1]\nnull\n'),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
      Buffer.from(`${long}\n{"a":1}`),
    ]);
    const { lines, rejects } = await read(fileOf(content));
    expect([lines, rejects]).toEqual([
      [{ line: 6, value: { a: 1 } }],
      [
        { line: 1, reason: 'the line is not valid JSON' },
        { line: 2, reason: 'the line is not a JSON object' },
        { line: 3, reason: 'the line is not a JSON object' },
        { line: 4, reason: 'the line is not valid UTF-8' },
        { line: 5, reason: 'the line is longer than 1 MB' },
      ],
    ]);
  });

  it('keeps characters whole across the chunks of the file', async () => {
    const text = 'ä€😀'.repeat(200);
    const { lines } = await read(fileOf(`${JSON.stringify({ text })}\n`.repeat(500)));
    expect(new Set(lines.map(({ value }) => value.text))).toEqual(new Set([text]));
  });

  it('returns at most a thousand lines in one batch', async () => {
    const path = fileOf('{"a":1}\n'.repeat(2_500));
    expect(await read(path)).toMatchObject({ batches: 3, bytes: 20_000 });
  });

  it('reads an empty file', async () => {
    expect(await read(fileOf(''))).toMatchObject({ lines: [], rejects: [] });
  });

  it.each([
    ['is missing', () => join(folder, 'missing')],
    ['is a folder', () => folder],
    ['ends in the middle of its gzip stream', () => fileOf(gzipSync('{"a":1}\n'.repeat(100)).subarray(0, 30))],
  ])('throws FileUnreadable if the file %s', async (_what, path) => {
    await expect(read(path())).rejects.toThrow(FileUnreadable);
  });
});

const valuesOf = async (content: string | Buffer): Promise<unknown[]> =>
  (await read(fileOf(content))).lines.map(({ value }) => ({ ...value }));

describe('reading other formats', () => {
  it.each([
    ['CSV', 'a,b\n1,"x, ""y"""\n', [{ a: '1', b: 'x, "y"' }]],
    ['CSV with semicolons and Windows line ends', 'a;b\r\n1;2,5\r\n', [{ a: '1', b: '2,5' }]],
    ['CSV of Excel', '\ufeffsep=|\r\na|b\r\n1|2\r\n', [{ a: '1', b: '2' }]],
    ['TSV', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }]],
    ['a cell over two lines', 'a,b\n"one\ntwo",2\n', [{ a: 'one\ntwo', b: '2' }]],
    ['a short record', 'a,b,c\n1\n', [{ a: '1' }]],
    ['a column named twice', 'a,a\n1,2\n', [{ a: '1', 'a (2)': '2' }]],
    ['a JSON array', ' [{"a":"[{,"},\n{"a":"\\"]"}]', [{ a: '[{,' }, { a: '"]' }]],
    ['an indented object with a list', '{\n "next": null,\n "rows": [{"a": 1}, {"a": 2}]\n}', [{ a: 1 }, { a: 2 }]],
    ['JSON lines after a damaged line', 'oops\n{"a":1}\n', [{ a: 1 }]],
    ['a page of an API that begins with links', '{"links":{},"data":[{"a":1},{"a":2}]}', [{ a: 1 }, { a: 2 }]],
    ['a record with a list', '{"text":"a","items":[{"a":1}]}', [{ text: 'a', items: [{ a: 1 }] }]],
    ['an empty page of an API', '{"data":[],"links":{}}', []],
  ])('reads %s', async (_what, content, values) => {
    expect(await valuesOf(content)).toEqual(values);
  });

  it.each(['utf-16le', 'utf-16be'])('reads %s with and without a byte order mark', async (encoding) => {
    const text = 'name,text\nZoë,"ä€😀"\n'.padEnd(100_000, 'Zoë,ä€😀\n');
    const [marked, plain] = [true, false].map((addBOM) => iconv.encode(text, encoding, { addBOM }));
    expect((await valuesOf(marked as Buffer))[0]).toEqual({ name: 'Zoë', text: 'ä€😀' });
    expect(await valuesOf(plain as Buffer)).toEqual(await valuesOf(text));
  });

  it('reads every file of a zip archive, and names the file of a reject', async () => {
    const path = fileOf(zipOf({ 'one.csv': 'a\n1\n', '__MACOSX/._one.csv': '?', 'two/two.jsonl': '{"a":2}\nno\n' }));
    const { lines, rejects } = await read(path);
    expect(lines.map(({ value }) => value.a)).toEqual(['1', 2]);
    expect(rejects).toEqual([{ line: 2, reason: 'the line is not valid JSON', file: 'two/two.jsonl' }]);
  });

  it('reads XML in the encoding that it declares', async () => {
    const feed = '<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><item><title>für</title>';
    const values = await valuesOf(iconv.encode(`${feed}</item></channel></rss>`, 'latin1'));
    expect(values).toMatchObject([{ title: 'für' }]);
  });

  it('rejects the items of a JSON array in another encoding', async () => {
    const { lines, rejects } = await read(fileOf(Buffer.from('[{"a":"ok"},{"a":"für"}]', 'latin1')));
    expect([lines.length, rejects]).toEqual([1, [{ line: 2, reason: 'the item is not valid UTF-8' }]]);
  });

  it('keeps characters whole across the chunks of a long JSON array', async () => {
    const values = Array.from({ length: 500 }, () => ({ text: 'ä€😀'.repeat(200) }));
    expect(await valuesOf(JSON.stringify(values))).toEqual(values);
  });
});

const manyFiles = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}`, 'a\n']));

const bomb = Buffer.alloc(100_000_000, `{"a":"${'x'.repeat(99_991)}"}\n`);

describe('hostile files', () => {
  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n3,"never\n', /begins on line 3 .* an unclosed quote$/],
    ['a quote before megabytes', `a,b\n3,"${'x\n'.repeat(2_000_000)}`, /begins on line 2 is longer than 1 MB/],
    ['a hundred thousand columns', `${'c,'.repeat(100_000)}\n`, /longer than 1 MB|columns/],
    ['many columns', `${'c,'.repeat(2_000)}\n1\n`, /The header has 2001 columns/],
    ['a JSON array that is cut off', '[{"a":1},{"a":', /cut off/],
    ['a damaged document', '{\n "a": [}', /not valid JSON/],
    ['a JSON document in another encoding', Buffer.from('{\n"a":"für"}', 'latin1'), /not valid UTF-8/],
    ['a file of zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2]), /is packed with zstd: unpack it/],
    [
      'a packed tar archive',
      gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar')])),
      /is a tar archive/,
    ],
    ['a workbook', zipOf({ '[Content_Types].xml': '<Types/>' }), /is a spreadsheet: save its sheet as CSV/],
    ['a PDF', '%PDF-1.7\n', /is a PDF/],
    ['HTML', '<!doctype html><html><body>Sign in</body></html>', /neither RSS nor Atom/],
    ['a gzip bomb', gzipSync(bomb), /more than 200 times its own size/],
    ['a zip bomb', zipOf({ 'a.csv': bomb }), /more than 200 times its own size/],
    ['an archive in an archive', zipOf({ 'a.zip': zipOf({ 'a.csv': 'a\n' }) }), /holds another archive/],
    ['an archive of many files', zipOf(manyFiles), /101 files/],
    ['a damaged archive', zipOf({ 'a.csv': 'a\n' }).subarray(0, 40), /zip archive cannot be read/],
  ])('refuses %s', async (_what, content, message) => {
    await expect(read(fileOf(content))).rejects.toThrow(message);
  });

  it('rejects the lines of a CSV file in another encoding, and keeps the others', async () => {
    const content = Buffer.concat([Buffer.from('a\nZoë\n'), Buffer.from('Zo\xeb\n', 'latin1'), Buffer.from('end\n')]);
    const { lines, rejects } = await read(fileOf(content));
    expect(lines.map(({ value }) => value.a)).toEqual(['Zoë', 'end']);
    expect(rejects).toEqual([{ line: 3, reason: 'the line is not valid UTF-8' }]);
  });

  const long = JSON.stringify({ a: 'x'.repeat(10_000_000) });
  it.each([
    ['a line of 10 MB', `{"a":1}\n${long}\n{"a":2}`, 'the line is longer than 1 MB'],
    ['an item of 10 MB', `[{"a":1},${long},{"a":2}]`, 'the item is longer than 1 MB'],
    ['too many cells', 'a,b\n1,2,3\n1,2\n', 'the line has 3 cells, but the header has 2'],
  ])('rejects %s, and continues', async (_what, content, reason) => {
    const { lines, rejects } = await read(fileOf(content));
    expect(rejects).toEqual([{ line: expect.any(Number), reason }]);
    expect(lines.length).toBeGreaterThan(0);
  });
});
