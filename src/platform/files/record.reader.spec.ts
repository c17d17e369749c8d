import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FileUnreadable, type JsonLine, readJsonl, type Reject } from './jsonl.reader.js';

const folder = mkdtempSync(join(tmpdir(), 'jsonl-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const fileOf = (content: string | Buffer): string => {
  const path = join(folder, `${files++}.txt`);
  writeFileSync(path, content);
  return path;
};

async function read(path: string): Promise<{ lines: JsonLine[]; rejects: Reject[]; batches: number; bytes: number }> {
  const whole = { lines: [] as JsonLine[], rejects: [] as Reject[], batches: 0, bytes: 0 };
  for await (const { lines, rejects, bytesRead } of readJsonl(path)) {
    whole.lines.push(...lines);
    whole.rejects.push(...rejects);
    whole.batches++;
    whole.bytes = bytesRead;
  }
  return whole;
}

describe('readJsonl', () => {
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
