import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AnalysisFailed } from './analysis.errors.js';
import { type ReviewText } from './analysis.types.js';
import { BuiltInEngine } from './built-in.engine.js';

const review = (id: string, text: string, rating: number | null = 2): ReviewText => ({
  id,
  text,
  title: null,
  rating,
  publishedAt: '2024-03-01',
});
const complaints = [
  'The sync fails every day.',
  'Sync is broken, it never finishes.',
  'Cannot sync my calendar any more.',
];

describe('the built-in engine', () => {
  const engines: BuiltInEngine[] = [];
  const folders: string[] = [];
  const createEngine = (...given: ConstructorParameters<typeof BuiltInEngine>): BuiltInEngine => {
    const engine = new BuiltInEngine(...given);
    engines.push(engine);
    return engine;
  };
  const threadRunning = (code: string): (() => Worker) => {
    const folder = mkdtempSync(join(tmpdir(), 'thread-'));
    folders.push(folder);
    writeFileSync(join(folder, 'thread.mjs'), code);
    return () => new Worker(join(folder, 'thread.mjs'));
  };

  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it('builds a report from batches read in its thread', async () => {
    const builder = await createEngine().startReport({ productName: 'Acme' });
    await builder.add(complaints.slice(0, 2).map((text, index) => review(`r${index}`, text)));
    await builder.add([review('r2', complaints[2] ?? '')]);
    const draft = await builder.finish();
    expect(draft.themes[0]).toMatchObject({ categoryId: 'sync', totalMentions: 3 });
  });

  it('names the themes of a report in the making, of its own records and of those of another engine', async () => {
    const engine = createEngine();
    const batch = complaints.map((text, index) => review(`r${index}`, text));
    const builder = await engine.startReport({ productName: 'Acme' });
    await builder.add(batch.slice(0, 2));
    const first = await builder.themesSoFar();
    await builder.add(batch.slice(2));
    const second = await builder.themesSoFar();
    const records = await engine.readRecords(batch);
    expect([first, second].map(([theme]) => theme?.mentions)).toEqual([2, 3]);
    expect(await engine.themesSoFar({ records, context: { productName: 'Acme' } })).toEqual(second);
    expect((await builder.finish()).themes[0]).toMatchObject({ categoryName: second[0]?.name, totalMentions: 3 });
  });

  it('returns findings in the order of the batch', async () => {
    const findings = await createEngine().readReviews([review('b', 'Too slow.'), review('a', 'Lovely!', 5)]);
    expect(findings.map(({ id, problem }) => [id, problem])).toEqual([
      ['b', true],
      ['a', false],
    ]);
  });

  it('reads posts', async () => {
    const text = 'Can anyone recommend a good CRM for a small team? We are looking for something cheap.';
    const findings = await createEngine().readPosts([{ id: 'p', text, source: 'forum' }]);
    expect(findings[0]).toMatchObject({ id: 'p', buyingSignal: true, type: 'recommendation_request' });
  });

  it('keeps concurrent reports apart', async () => {
    const engine = createEngine();
    const [first, second] = await Promise.all([engine.startReport({}), engine.startReport({})]);
    await Promise.all([first.add([review('a', 'x')]), second.add([review('b', 'y'), review('c', 'z')])]);
    const drafts = await Promise.all([first.finish(), second.finish()]);
    expect(drafts.map(({ metadata }) => metadata.reviewsRead)).toEqual([1, 2]);
  });

  it('rejects reviews for a finished report', async () => {
    const builder = await createEngine().startReport({});
    await builder.finish();
    await expect(builder.add([review('a', 'x')])).rejects.toThrow(AnalysisFailed);
  });

  it('discards a report twice without an error', async () => {
    const builder = await createEngine().startReport({});
    await builder.dispose();
    await expect(builder.dispose()).resolves.toBeUndefined();
  });

  it('rejects when its thread crashes', async () => {
    const engine = createEngine(
      threadRunning(
        "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('boom'); });",
      ),
    );
    await expect(engine.readReviews([review('a', 'x')])).rejects.toThrow('The analysis thread failed: boom');
  });

  it('rejects when its thread ends', async () => {
    const engine = createEngine(
      threadRunning(
        "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(0));",
      ),
    );
    await expect(engine.readReviews([review('a', 'x')])).rejects.toThrow('ended unexpectedly');
  });

  it('rejects when its thread does not respond', async () => {
    const engine = createEngine(
      threadRunning("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });"),
      200,
    );
    await expect(engine.readReviews([review('a', 'x')])).rejects.toThrow('did not respond');
  });

  it('gives each request its time, however many wait before it', async () => {
    const slow = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
        parentPort.postMessage({ id, value: [] });
      });`;
    const engine = createEngine(threadRunning(slow), 3_000);
    const requests = Array.from({ length: 5 }, () => engine.readReviews([review('a', 'x')]));
    expect(await Promise.all(requests)).toEqual([[], [], [], [], []]);
  });

  it('rejects pending requests when it is closed', async () => {
    const engine = createEngine(
      threadRunning("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});"),
    );
    const work = expect(engine.readReviews([review('a', 'x')])).rejects.toThrow('was closed');
    await engine.close();
    await work;
  });

  it('rejects requests after it was closed', async () => {
    const engine = createEngine();
    await engine.close();
    await expect(engine.readPosts([]).then(() => engine.startReport({}))).rejects.toThrow('is closed');
  });
});
