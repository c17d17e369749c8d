import { Answer } from '#platform/operations/pagination.dto.js';
import { searchProducts } from '#market/products/products.operations.js';
import { getPainPoints } from '#market/pain-points/pain-points.operations.js';
import { answerResult } from './tool.answer.js';

const HOSTS_CUT_AT = 25_000 * 2.5;
const item = (n: number, bytes: number) => ({ n, text: 'x'.repeat(bytes) });
const page = (page: number, size: number, items: number, bytes: number, has_more: boolean) =>
  new Answer(
    Array.from({ length: items }, (_, index) => item((page - 1) * size + index, bytes)),
    { pagination: { page, page_size: size, has_more } },
  );

interface Content {
  data: { n: number }[];
  meta: { pagination: { page: number; page_size: number; has_more: boolean }; next_step?: string };
}

describe('an answer', () => {
  it('is the same as structure and as text', () => {
    const { structuredContent, content } = answerResult(searchProducts, page(1, 20, 3, 10, false));
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it('says how to see the next page', () => {
    const { structuredContent } = answerResult(searchProducts, page(2, 20, 20, 10, true));
    expect((structuredContent as Content).meta.next_step).toBe(
      'There is more: call search_products again with page 3 and page_size 20.',
    );
  });

  it('says nothing on the last page', () => {
    const { structuredContent } = answerResult(searchProducts, page(2, 20, 7, 10, false));
    expect((structuredContent as Content).meta).toEqual({
      pagination: { page: 2, page_size: 20, has_more: false },
    });
  });

  it('that would be cut by hosts becomes a smaller page which begins at the same item', () => {
    const { structuredContent } = answerResult(searchProducts, page(3, 20, 20, 8_000, false));
    const { data, meta } = structuredContent as Content;
    expect([data[0]?.n, data.length, meta.pagination]).toEqual([40, 5, { page: 9, page_size: 5, has_more: true }]);
  });

  it('goes through every item once when paging follows what it says', () => {
    const all = Array.from({ length: 30 }, (_, n) => item(n, 9_000));
    const seen: number[] = [];
    for (let next: { page: number; size: number } | null = { page: 1, size: 24 }; next;) {
      const from: number = (next.page - 1) * next.size;
      const items = all.slice(from, from + next.size);
      const pagination = { page: next.page, page_size: next.size, has_more: from + next.size < all.length };
      const { data, meta } = answerResult(searchProducts, new Answer(items, { pagination }))
        .structuredContent as Content;
      seen.push(...data.map(({ n }) => n));
      next = meta.pagination.has_more ? { page: meta.pagination.page + 1, size: meta.pagination.page_size } : null;
    }
    expect(seen).toEqual(all.map(({ n }) => n));
  });

  it.each([1, 7, 20, 97, 100])('never is longer than hosts show, at %p items to a page', (size) => {
    const { content } = answerResult(searchProducts, page(1, size, size, 5_000, true));
    expect(JSON.stringify(content).length).toBeLessThan(HOSTS_CUT_AT);
  });

  it('of one thing with long lists has them shortened, and says so', () => {
    const quotes = Array.from({ length: 60 }, () => ({ quote_text: 'x'.repeat(300) }));
    const themes = Array.from({ length: 12 }, (_, n) => ({ category_name: `Theme ${n}`, quotes }));
    const { structuredContent, content } = answerResult(getPainPoints, new Answer({ themes }));
    const { data, meta } = structuredContent as { data: { themes: { quotes: unknown[] }[] }; meta: object };
    expect([data.themes.length, data.themes[0]?.quotes.length]).toEqual([12, 12]);
    expect(meta).toEqual({ next_step: expect.stringContaining('cut to 12 items') });
    expect(JSON.stringify(content).length).toBeLessThan(HOSTS_CUT_AT);
  });

  it('survives a value without lists that cannot be shortened', () => {
    const { isError } = answerResult(getPainPoints, { text: 'x'.repeat(200_000) });
    expect(isError).toBeUndefined();
  });
});
