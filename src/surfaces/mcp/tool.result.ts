import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '#platform/operations/operation.js';
import { resultOf } from '#platform/operations/operation.result.js';
import type { Meta } from '#platform/operations/pagination.dto.js';

interface Content {
  data: unknown;
  meta?: Meta & { next_step?: string };
}

/** Clients cut results at about 25,000 tokens. JSON with ids or non-Latin scripts can have only 2.5 bytes per token. */
const MOST_BYTES = 60_000;
const SHORTER_LISTS = [50, 25, 12, 6, 3, 1];

const bytesOf = (content: Content): number => Buffer.byteLength(JSON.stringify(content));

/** The result of a successful call: the JSON of REST without its envelope, as structure and text, within the limit. */
export function successResult(operation: Operation, returned: unknown): CallToolResult {
  const whole: Content = resultOf(returned);
  const content = withNextPage(operation, operation.output.paginated ? fitPage(whole) : fitLists(operation, whole));
  // Parsed from the text, so that structure and text are equal.
  const text = JSON.stringify(content);
  return { structuredContent: JSON.parse(text) as Record<string, unknown>, content: [{ type: 'text', text }] };
}

/** Reduces a page to a smaller one that begins at the same item, so that paging continues without gaps. */
function fitPage(content: Content): Content {
  const items = content.data as unknown[];
  const pagination = content.meta?.pagination;
  if (!pagination || bytesOf(content) <= MOST_BYTES) return content;
  const { page, page_size: size } = pagination;
  for (let smaller = size - 1; smaller >= 1; smaller--) {
    if (size % smaller !== 0) continue;
    const cut: Content = {
      data: items.slice(0, smaller),
      meta: {
        ...content.meta,
        pagination: {
          page: (page - 1) * (size / smaller) + 1,
          page_size: smaller,
          has_more: pagination.has_more || items.length > smaller,
        },
      },
    };
    if (smaller === 1 || bytesOf(cut) <= MOST_BYTES) return cut;
  }
  return content;
}

/** Shortens every list in a result to the same length, until the result fits. */
function fitLists(operation: Operation, content: Content): Content {
  if (bytesOf(content) <= MOST_BYTES) return content;
  let cut = content;
  for (const most of SHORTER_LISTS) {
    const nextStep = `Lists were cut to ${most} items to fit. The REST API returns ${operation.id} in full.`;
    cut = { data: shorten(content.data, most), meta: { ...content.meta, next_step: nextStep } };
    if (bytesOf(cut) <= MOST_BYTES) break;
  }
  return cut;
}

function shorten(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => shorten(item, most));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, most)]));
}

function withNextPage(operation: Operation, content: Content): Content {
  const pagination = content.meta?.pagination;
  if (!pagination?.has_more) return content;
  const { page, page_size: size } = pagination;
  const nextStep = `For more, call ${operation.id} again with page ${page + 1} and page_size ${size}.`;
  return { ...content, meta: { ...content.meta, next_step: nextStep } };
}
