import type { ApplicationError } from '#platform/errors/application-error.js';
import type { SecretsService } from '#platform/secrets/secrets.service.js';
import { Cursors, type CursorScope, type Position } from './cursors.js';
import { CursorQuery } from './pagination.dto.js';

const SCOPE: CursorScope = { list: 'list_things', teamId: 'team', filters: { kind: ['a', 'b'], min: 2 } };
const POSITION = ['2026-01-02T03:04:05.678Z', 12, null];
const THIRTY_DAYS_MS = 30 * 86_400_000;
const ONE_HOUR_MS = 3_600_000;

/** Cursors of a process whose stored secret is `key`. */
const cursorsWith = (key = 'k'.repeat(43)): Cursors =>
  new Cursors({ getKey: () => Promise.resolve(Buffer.from(key, 'base64url')) } as unknown as SecretsService);

const queryOf = (cursor: string, page_size = 2): CursorQuery => Object.assign(new CursorQuery(), { cursor, page_size });

/** The reason of the refusal, or the position. */
const reading = (cursors: Cursors, cursor: string, scope: Partial<CursorScope> = {}): Promise<unknown> =>
  cursors.read(queryOf(cursor), { ...SCOPE, ...scope }).catch(({ details }: ApplicationError) => details?.reason);

describe('a cursor', () => {
  const cursors = cursorsWith();
  let cursor: string;

  beforeAll(async () => {
    cursor = await cursors.write(POSITION, SCOPE);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('begins a list with `start`', async () => {
    expect(await reading(cursors, 'start')).toBeNull();
  });

  it('gives another process the position that was written', async () => {
    expect(await reading(cursorsWith(), cursor)).toEqual(POSITION);
  });

  it('reveals nothing of the position, and is short', () => {
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('2026');
    expect(cursor).toMatch(/^[\w-]{1,512}$/);
  });

  it('is refused when any of its characters is changed', async () => {
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const reasons = new Set(await Promise.all(changed.map((each) => reading(cursors, each))));
    expect(reasons).toEqual(new Set(['cursor_invalid']));
  });

  it.each(['', 'Start', '1', '!', '==', 'x'.repeat(600), 'null', '\u0000'])('is not %j', async (text) => {
    expect(await reading(cursors, text)).toBe('cursor_invalid');
  });

  it('of another service is refused', async () => {
    expect(await reading(cursorsWith('x'.repeat(43)), cursor)).toBe('cursor_invalid');
  });

  it.each<[string, Partial<CursorScope>]>([
    ['list', { list: 'list_others' }],
    ['team', { teamId: 'another' }],
    ['value of a filter', { filters: { kind: ['a', 'b'], min: 3 } }],
    ['set of filters', { filters: { kind: ['a', 'b'] } }],
  ])('is refused for another %s', async (_, other) => {
    expect(await reading(cursors, cursor, other)).toBe('cursor_mismatch');
  });

  it('is read with another page size, and with the same filters in another order', async () => {
    const filters = { min: 2, page_size: 50, cursor, kind: ['a', 'b'] };
    expect(await reading(cursors, cursor, { filters })).toEqual(POSITION);
  });

  it('is the same for the same position, so that an unchanged page keeps its entity tag', async () => {
    expect(await cursorsWith().write(POSITION, SCOPE)).toBe(cursor);
    expect(await cursors.write(['another'], SCOPE)).not.toBe(cursor);
  });

  it('expires after 30 days, or up to an hour later', async () => {
    jest.useFakeTimers({ now: Date.now() + THIRTY_DAYS_MS - 60_000, doNotFake: ['nextTick', 'queueMicrotask'] });
    expect(await reading(cursors, cursor)).toEqual(POSITION);
    jest.setSystemTime(Date.now() + ONE_HOUR_MS + 120_000);
    await expect(cursors.read(queryOf(cursor), SCOPE)).rejects.toMatchObject({
      details: { reason: 'cursor_expired', oldest_cursor: 'start' },
    });
  });
});

describe('a page that is read by cursor', () => {
  const cursors = cursorsWith();
  const positionOf = (row: number): Position => [row];

  it('points to the next page', async () => {
    const { items, pagination } = await pageOf([1, 2, 3]);
    expect(items).toEqual([1, 2]);
    expect(pagination).toMatchObject({ page_size: 2, has_more: true });
    expect(await reading(cursors, String(pagination.next_cursor))).toEqual([2]);
  });

  it('has no next cursor at the end', async () => {
    expect((await pageOf([1, 2])).pagination).toEqual({ page_size: 2, has_more: false, next_cursor: null });
    expect((await pageOf([])).pagination.next_cursor).toBeNull();
  });

  const pageOf = async (rows: number[]) => {
    const page = await cursors.pageOf(rows, queryOf('start'), { ...SCOPE, positionOf });
    return { items: page.data, pagination: page.pagination };
  };
});
