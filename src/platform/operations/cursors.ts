import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import stringify from 'safe-stable-stringify';
import { KeyRing } from '#platform/encryption/key-ring.js';
import { defineFailure } from '#platform/errors/application-error.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { OperationResult } from './operation.result.js';
import { type CursorPagination, type CursorQuery, START } from './pagination.dto.js';

const CONTEXT = 'cursor';
const VALID_SECONDS = 30 * 86_400;
const HOUR_SECONDS = 3_600;
const MAX_CURSOR_LENGTH = 512;

const cursorInvalid = defineFailure({
  reason: 'cursor_invalid',
  code: 'invalid_request',
  message: 'The cursor is not one of ours; begin again with cursor=start',
  cause: 'The cursor was shortened or changed, or it does not come from `meta.pagination.next_cursor`.',
  cure: 'Send cursors unchanged, or begin again with `cursor=start`.',
  on: 'cursors',
});
export const cursorExpired = defineFailure<{ oldest_cursor: string }>({
  reason: 'cursor_expired',
  code: 'invalid_request',
  message: 'The cursor has expired; continue with oldest_cursor',
  cause: 'The cursor is older than 30 days, or the list no longer keeps the items after it.',
  cure: 'Continue with `details.oldest_cursor`. Items may be missing in between.',
  on: 'cursors',
  fields: { oldest_cursor: { type: 'string', description: 'The cursor of the oldest remaining item' } },
  example: { oldest_cursor: START },
});
const cursorMismatch = defineFailure({
  reason: 'cursor_mismatch',
  code: 'invalid_request',
  message: 'The cursor belongs to a list with other filters; begin again with cursor=start',
  cause: 'The filters or the sort order differ from those of the request that returned the cursor.',
  cure: 'Send the same filters with every page, or begin again with `cursor=start`.',
  on: 'cursors',
});

/** The values by which a list is ordered, of the last item that was read. */
export type Position = readonly (string | number | null)[];

/** The scope of a cursor: it is refused for any other list, team or filters. */
export interface CursorScope {
  /** The id of the operation. */
  list: string;
  teamId: string;
  /** Everything that selects the items; `cursor` and `page_size` in it do not count. */
  filters: object;
}

/** One page of a list that is read by cursor. `note` states why the list may be incomplete. */
export class CursorPage<T> extends OperationResult<T[]> {
  constructor(
    items: T[],
    readonly pagination: CursorPagination,
    note?: string,
  ) {
    super(items, { pagination, ...(note !== undefined && { note }) });
  }
}

/**
 * Cursors of lists: a position, encrypted and authenticated, bound to list, filters and team, valid for 30 days. Every
 * process can read the cursors of every other. Within an hour the same position has the same cursor, so that an unchanged
 * page keeps its entity tag.
 */
@Injectable()
export class Cursors {
  constructor(private readonly secrets: SecretsService) {}

  /**
   * The position after which a page begins; null at the start of the list. Read it before any look-up, because a 400
   * comes before a 404.
   * @throws 400 `cursor_invalid`, `cursor_mismatch` or `cursor_expired`
   */
  async read({ cursor }: CursorQuery, scope: CursorScope): Promise<Position | null> {
    if (cursor === START) return null;
    const { issuedAt, boundTo, position } = decrypt(cursor, await this.keyRing());
    if (boundTo !== digestOf(scope)) throw cursorMismatch();
    if (issuedAt + VALID_SECONDS < nowInSeconds()) throw cursorExpired({ oldest_cursor: START });
    return position;
  }

  /** The cursor of the items after a position. */
  async write(position: Position, scope: CursorScope): Promise<string> {
    const issuedAt = Math.ceil(nowInSeconds() / HOUR_SECONDS) * HOUR_SECONDS;
    const text = JSON.stringify([issuedAt, digestOf(scope), position]);
    const cursor = (await this.keyRing()).encryptDeterministically(CONTEXT, text).toString('base64url');
    if (cursor.length > MAX_CURSOR_LENGTH) throw new Error(`The position of ${scope.list} is too long for a cursor.`);
    return cursor;
  }

  /**
   * The page of `rows`, of which there is one more than the page size if there are more items. `positionOf` returns the
   * position of a row in the order of the list.
   */
  async pageOf<T>(
    rows: T[],
    query: CursorQuery,
    { positionOf, ...scope }: CursorScope & { positionOf: (row: T) => Position },
  ): Promise<CursorPage<T>> {
    const items = rows.slice(0, query.page_size);
    const has_more = rows.length > items.length;
    const last = items.at(-1);
    const next_cursor = last && has_more ? await this.write(positionOf(last), scope) : null;
    return new CursorPage(items, { page_size: query.page_size, has_more, next_cursor });
  }

  private async keyRing(): Promise<KeyRing> {
    return new KeyRing([await this.secrets.getKey('cursor-key')]);
  }
}

/** Half of a hash is enough to distinguish two scopes; the cursor itself is authenticated. */
function digestOf({ list, teamId, filters }: CursorScope): string {
  const { cursor: _cursor, page_size: _size, ...selecting } = filters as Partial<CursorQuery>;
  const text = stringify([list, teamId, selecting]);
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

/** @throws 400 `cursor_invalid` for any text that `write` did not create with this key. */
function decrypt(cursor: string, ring: KeyRing): { issuedAt: number; boundTo: string; position: Position } {
  const bytes = Buffer.from(cursor, 'base64url');
  const isReadable = cursor.length <= MAX_CURSOR_LENGTH;
  // Base64url ignores some bits and characters, so two texts may have the same bytes; only one of them is ours.
  if (!isReadable || bytes.toString('base64url') !== cursor) throw cursorInvalid();
  try {
    const [issuedAt, boundTo, position] = JSON.parse(ring.decrypt(CONTEXT, bytes)) as [number, string, Position];
    return { issuedAt, boundTo, position };
  } catch {
    throw cursorInvalid();
  }
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);
