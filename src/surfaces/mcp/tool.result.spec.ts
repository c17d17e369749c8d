import type { Operation } from '#platform/operations/operation.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { searchProducts } from '#market/products/products.operations.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { successResult } from './tool.result.js';

const CLIENT_LIMIT = 25_000 * 2.5;
const item = (n: number, bytes: number) => ({ n, text: 'x'.repeat(bytes) });
const page = (page: number, size: number, items: number, bytes: number, has_more: boolean) =>
  new OperationResult(
    Array.from({ length: items }, (_, index) => item((page - 1) * size + index, bytes)),
    { pagination: { page, page_size: size, has_more } },
  );

const resultOf = (operation: Operation, returned: unknown) =>
  successResult({ name: operation.id, operation }, returned, {
    caller: { lane: 'anonymous', clientIp: '192.0.2.1' },
    given: {},
  });

interface Content {
  data: { n: number }[];
  meta: { pagination: { page: number; page_size: number; has_more: boolean }; next_step?: string };
}

describe('a tool result', () => {
  it('has equal structure and text', () => {
    const { structuredContent, content } = resultOf(searchProducts, page(1, 20, 3, 10, false));
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it('states how to get the next page', () => {
    const { structuredContent } = resultOf(searchProducts, page(2, 20, 20, 10, true));
    expect((structuredContent as Content).meta.next_step).toBe(
      'For more, call search_products again with page 3 and page_size 20.',
    );
  });

  it('has no next step on the last page', () => {
    const { structuredContent } = resultOf(searchProducts, page(2, 20, 7, 10, false));
    expect((structuredContent as Content).meta).toEqual({
      pagination: { page: 2, page_size: 20, has_more: false },
    });
  });

  it('that is too long becomes a smaller page which begins at the same item', () => {
    const { structuredContent } = resultOf(searchProducts, page(3, 20, 20, 8_000, false));
    const { data, meta } = structuredContent as Content;
    expect([data[0]?.n, data.length, meta.pagination]).toEqual([40, 5, { page: 9, page_size: 5, has_more: true }]);
  });

  it('returns every item once when the caller follows its paging', () => {
    const all = Array.from({ length: 30 }, (_, n) => item(n, 9_000));
    const seen: number[] = [];
    for (let next: { page: number; size: number } | null = { page: 1, size: 24 }; next;) {
      const from: number = (next.page - 1) * next.size;
      const items = all.slice(from, from + next.size);
      const pagination = { page: next.page, page_size: next.size, has_more: from + next.size < all.length };
      const { data, meta } = resultOf(searchProducts, new OperationResult(items, { pagination }))
        .structuredContent as Content;
      seen.push(...data.map(({ n }) => n));
      next = meta.pagination.has_more ? { page: meta.pagination.page + 1, size: meta.pagination.page_size } : null;
    }
    expect(seen).toEqual(all.map(({ n }) => n));
  });

  it.each([1, 7, 20, 97, 100])('is never longer than the limit of clients, at %p items per page', (size) => {
    const { content } = resultOf(searchProducts, page(1, size, size, 5_000, true));
    expect(JSON.stringify(content).length).toBeLessThan(CLIENT_LIMIT);
  });

  it('of one item with long lists has shortened lists, with a note', () => {
    const quotes = Array.from({ length: 60 }, () => ({ quote_text: 'x'.repeat(300) }));
    const themes = Array.from({ length: 12 }, (_, n) => ({ category_name: `Theme ${n}`, quotes }));
    const { structuredContent, content } = resultOf(getPainPoints, new OperationResult({ themes }));
    const { data, meta } = structuredContent as { data: { themes: { quotes: unknown[] }[] }; meta: object };
    expect([data.themes.length, data.themes[0]?.quotes.length]).toEqual([12, 12]);
    expect(meta).toEqual({ next_step: expect.stringContaining('cut to 12 items') });
    expect(JSON.stringify(content).length).toBeLessThan(CLIENT_LIMIT);
  });

  it('accepts a long value without lists, which cannot be shortened', () => {
    const { isError } = resultOf(getPainPoints, { text: 'x'.repeat(200_000) });
    expect(isError).toBeUndefined();
  });
});
