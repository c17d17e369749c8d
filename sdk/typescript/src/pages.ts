/** A page of a list that is read by cursor. */
interface CursorPage<T> {
  data: T[];
  meta: { pagination: { has_more?: boolean; next_cursor?: string | null } };
}

/**
 * All items of a list that is read by cursor, one after the other. A page is read when its first item is needed:
 * `for await (const event of allItems((cursor) => qualm.listEvents({ query: { cursor } })))`.
 */
export async function* allItems<T>(
  readPage: (cursor: string) => Promise<CursorPage<T>>,
  start = 'start',
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | null | undefined = start; cursor;) {
    const page: CursorPage<T> = await readPage(cursor);
    yield* page.data;
    cursor = page.meta.pagination.has_more ? page.meta.pagination.next_cursor : null;
  }
}
