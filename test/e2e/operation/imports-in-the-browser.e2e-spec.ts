import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ImportsService } from '#market/imports/imports.service.js';
import { ImportUploadsQueries } from '#workspace/import-uploads/import-uploads.queries.js';
import { ImportUploads } from '#workspace/import-uploads/import-uploads.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const EXPORTS = join(import.meta.dirname, '../../support/exports');
const PASSWORD = 'a password of operators';
const CREDENTIALS = { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}` };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { OPS_PASSWORD: PASSWORD } });
});
afterAll(() => app.close());

const open = (path: string): Promise<Response> => fetch(new URL(path, app.origin), { headers: CREDENTIALS });
const textAt = async (path: string): Promise<string> => (await open(path)).text();
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, app.origin), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...CREDENTIALS, ...headers },
    redirect: 'manual',
  });
const upload = (
  kind: string,
  content: Buffer | string,
  name = 'file.csv',
  headers = CREDENTIALS,
): Promise<Response> => {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return fetch(`${app.origin}/ops/imports`, { method: 'POST', body, headers, redirect: 'manual' });
};
const uploaded = async (kind: string, content: Buffer | string): Promise<string> =>
  (await upload(kind, content)).headers.get('location') ?? '';
const exported = (name: string): Buffer => readFileSync(join(EXPORTS, name));

/** Imports an uploaded file. @returns the path of the import */
async function imported(path: string, fields: Record<string, string> = {}): Promise<string> {
  await send(path, fields);
  const open = `SELECT count(*)::int AS open FROM import_uploads WHERE state IN ('queued', 'running')`;
  return until(async () => {
    if ((await app.database.one<{ open: number }>(open)).open > 0) return null;
    const response = await fetch(new URL(path, app.origin), { headers: CREDENTIALS, redirect: 'manual' });
    return response.headers.get('location');
  });
}

/** Imports the beginning of an uploaded file, and leaves what a killed worker leaves. @returns the number of the import */
async function killedImportOf(id: string, lines: number): Promise<number> {
  let importId = 0;
  const killed = app.get(ImportUploads).import(id, {
    onBegin: (begun) => Promise.resolve(void (importId = begun)),
    onProgress: (_bytes, _total, read) => {
      if (read >= lines) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  await app.database.execute(`UPDATE imports SET state = 'running', failure = NULL, finished_at = NULL WHERE id = $1`, [
    importId,
  ]);
  await app.database.execute(
    `UPDATE import_uploads SET state = 'running', attempts = 1, lease_until = now(), import_id = $2 WHERE id = $1`,
    [id, importId],
  );
  return importId;
}

describe('an operator in the browser', () => {
  it('is told to choose what the file holds when a form comes without a file', async () => {
    const { status } = await send('/ops/imports', { kind: 'reviews' });
    const { status: empty } = await fetch(`${app.origin}/ops/imports`, { method: 'POST', headers: CREDENTIALS });
    expect([status, empty]).toEqual([400, 400]);
  });

  it('sees how the first lines of a file are read before anything is stored', async () => {
    const page = await textAt(await uploaded('reviews', exported('capterra.csv')));
    expect(page).toContain('Recognized as a Capterra export.');
    expect(page).toContain('as found: Overall Rating');
    expect(page).toMatch(/<td>Capterra<\/td>/);
    expect(await app.database.query(`SELECT FROM reviews WHERE platform = 'Capterra'`)).toEqual([]);
  });

  it('chooses columns and values, and sees the difference', async () => {
    const path = await uploaded('reviews', 'Wert;Bemerkung\n4;Gut\n');
    const before = await textAt(path);
    expect(before).toContain('no column is known as platform, product_name, text');
    expect(before).not.toContain('--map');
    const after = await textAt(`${path}?map.text=Bemerkung&map.rating=Wert&set.platform=Survey&set.product_name=Acme`);
    expect(after).toMatch(/<td>Survey<\/td><td>Acme<\/td>/);
    expect(after).toContain('<option value="Bemerkung" selected>Bemerkung</option>');
  });

  it('imports the file with these choices, and sees the counts', async () => {
    const path = await uploaded('reviews', gzipSync('Wert;Bemerkung\n4;Gut\nviel;Schlecht\n'));
    const choices = {
      'map.text': 'Bemerkung',
      'map.rating': 'Wert',
      'set.platform': 'Form',
      'set.product_name': 'Acme',
    };
    const page = await textAt(await imported(path, choices));
    expect(page).toMatch(/<dt>lines read<\/dt><dd>2<\/dd>/);
    expect(page).toMatch(/<dt>rejected<\/dt><dd>1<\/dd>/);
    expect(page).toContain('by ops');
    expect(page).toContain('line 3: rating must be a number');
  });

  it('takes an import back after a confirmation', async () => {
    const path = await imported(await uploaded('reviews', exported('trustpilot.csv')));
    expect(await textAt(`${path}/undo`)).toContain('Remove 2 reviews');
    expect((await send(`${path}/undo`, {})).headers.get('location')).toBe(path);
    await until(async () => (await textAt(path)).includes('undone'));
    expect(await app.database.query(`SELECT FROM reviews WHERE platform = 'Trustpilot'`)).toEqual([]);
    expect(await textAt('/ops/imports')).toContain('undone');
  });

  it('sees one import of a file whose worker was killed, and takes all of it back', async () => {
    const lines = Array.from({ length: 2_500 }, (_, n) => ({ external_id: `${n}`, text: `Number ${n} is slow.` }));
    const record = { platform: 'Cut', product_name: 'Cut' };
    const path = await uploaded('reviews', lines.map((line) => JSON.stringify({ ...line, ...record })).join('\n'));
    const id = path.split('/').at(-1) ?? '';
    const first = await killedImportOf(id, 2_000);
    const imports = await imported(path);
    expect(imports).toBe(`/ops/imports/${first}`);
    expect(await app.get(ImportsService).get(first)).toMatchObject({
      ...{ state: 'completed', read: 2_500, inserted: 2_500, unchanged: 0 },
    });
    await send(`${imports}/undo`, {});
    await until(async () => (await textAt(imports)).includes('undone'));
    expect(await app.database.query(`SELECT FROM reviews WHERE platform = 'Cut'`)).toEqual([]);
  });

  it('hands a worker the id of a file, and not the file', async () => {
    const path = await uploaded('reviews', exported('g2.csv'));
    const id = path.split('/').at(-1) ?? '';
    const queries = app.get(ImportUploadsQueries);
    await app.database.execute(
      `UPDATE import_uploads SET state = 'queued', next_attempt_at = now() + interval '1 day' WHERE id = $1`,
      [id],
    );
    const lease = await queries.leases.claim([id]);
    expect(lease?.row).toEqual({ id, attempts: 1 });
    await app.database.execute('DELETE FROM import_uploads WHERE id = $1', [id]);
  });

  it('imports a file once', async () => {
    const path = await uploaded('products', 'name\nOnce\n');
    await imported(path);
    expect((await send(path, {})).status).toBe(400);
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b0304', 'hex')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['nothing but a header', 'name\n'],
  ])('reads a clear message about %s', async (_, content) => {
    const response = await open(await uploaded('products', content));
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringMatching(/class="fault" role="alert">[^<]+\. Choose below\./),
    ]);
  });

  it('reads file names and cells as text', async () => {
    const location = (await upload('products', 'name\n<b>Bold</b>\n', '<i>.csv')).headers.get('location') ?? '';
    const page = await textAt(location);
    expect(page).toContain('&lt;b>Bold&lt;/b>');
    expect(page).toContain('&lt;i>.csv');
  });

  it('uploads nothing without credentials, or from another site', async () => {
    const anonymous = await upload('products', 'name\nx\n', 'x.csv', { authorization: '' });
    const foreign = await upload('products', 'name\nx\n', 'x.csv', {
      ...CREDENTIALS,
      'sec-fetch-site': 'cross-site',
    } as never);
    expect([anonymous.status, foreign.status]).toEqual([401, 403]);
  });

  it.each([
    ['a kind that does not exist', 'people', 'name\nx\n'],
    ['an empty file', 'products', ''],
    ['a file of more than 32 MB', 'products', Buffer.alloc(33_554_433, 'a')],
  ])('is refused %s', async (_, kind, content) => {
    expect((await upload(kind, content)).status).toBe(400);
  });

  it.each([
    ...['/ops/imports/999', '/ops/imports/999/undo', '/ops/imports/2147483648', '/ops/imports/2147483648/undo'],
    ...['/ops/imports/first', '/ops/imports/files/00000000-0000-7000-8000-000000000000'],
  ])('finds nothing at %s', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  it('undoes no import whose number is too large', async () => {
    expect((await send('/ops/imports/9999999999/undo', {})).status).toBe(404);
  });
});
