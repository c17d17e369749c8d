import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { pageOf, window } from '#platform/operations/operation.result.js';
import { Pager } from './parts.page.js';

/** The `page` in the address. */
export const PageNumber = createContext(1);

interface InPagesProps<Item> {
  all: readonly Item[];
  /** The number of items on a page. */
  size: number;
  children: (items: Item[]) => ComponentChildren;
}

/** The items of one page of a whole list, and links to the other pages. Long lists would make a page too large. */
export function InPages<Item>({ all, size, children }: InPagesProps<Item>): VNode {
  const query = { page: useContext(PageNumber), page_size: size };
  const { offset, limit } = window(query);
  const { items, pagination } = pageOf(all.slice(offset, offset + limit), query);
  return (
    <>
      {children(items)}
      <Pager pagination={pagination} href={(page) => `?page=${page}`} />
    </>
  );
}
