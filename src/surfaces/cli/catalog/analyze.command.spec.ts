import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { registerAnalyze } from './analyze.command.js';

describe('analyze', () => {
  const folder = mkdtempSync(join(tmpdir(), 'analyze-'));
  let out: string;
  let complaints: string;

  const run = async (kind: string, content: string | Buffer, name = 'in.jsonl'): Promise<Record<string, unknown>[]> => {
    writeFileSync(join(folder, name), content);
    const program = new Command().exitOverride();
    registerAnalyze(program);
    await program.parseAsync(['analyze', kind, join(folder, name)], { from: 'user' });
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  beforeEach(() => {
    out = '';
    complaints = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      complaints += String(text);
      return true;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints the documented analysis of every review, in order', async () => {
    const lines = await run(
      'reviews',
      '{"external_id":"b","text":"It crashes daily.","rating":1}\n{"external_id":7,"text":"Lovely"}\n',
    );
    expect(lines.map((line) => Object.keys(line))).toEqual(
      Array(2).fill([
        'external_id',
        'problem',
        'problem_score',
        'request',
        'request_score',
        'sentiment',
        'frustration_tier',
        'frustration_score',
        'categories',
        'switching',
        'quotes',
      ]),
    );
    expect(lines.map((line) => line.external_id)).toEqual(['b', 7]);
  });

  it('prints the documented analysis of every post', async () => {
    const [line] = await run('posts', '{"external_id":"p","source":"forum","text":"Can anyone recommend a CRM?"}');
    expect(Object.keys(line ?? {})).toEqual(['external_id', 'buying_signal', 'score', 'type']);
  });

  it('groups the complaints of a product', async () => {
    const lines = await run('themes', '{"external_id":"a","text":"no sync"}\n{"external_id":"b","text":"no sync"}\n');
    expect(lines).toEqual([
      { external_id: 'a', theme: 0 },
      { external_id: 'b', theme: 0 },
    ]);
  });

  it('reads gzipped files', async () => {
    expect(await run('reviews', gzipSync('{"external_id":"a","text":"x"}\n'), 'in.jsonl.gz')).toHaveLength(1);
  });

  it('reports and skips a line that is not a JSON object, and exits with 1', async () => {
    const lines = await run('reviews', '{"external_id":"a","text":"x"}\nnot json\n[1]\n\n{"text":null}\n');
    expect(lines.map((line) => line.external_id)).toEqual(['a', null]);
    expect(complaints).toBe('line 2: not a JSON object\nline 3: not a JSON object\n');
    expect(process.exitCode).toBe(1);
  });

  it('fails with a clear message if the file is missing', async () => {
    const program = new Command().exitOverride();
    registerAnalyze(program);
    const work = program.parseAsync(['analyze', 'reviews', join(folder, 'missing.jsonl')], { from: 'user' });
    await expect(work).rejects.toThrow('ENOENT');
  });

  it('fails with a clear message if a .gz file is not gzipped', async () => {
    await expect(run('reviews', 'plain text', 'bad.jsonl.gz')).rejects.toThrow('incorrect header check');
  });
});
