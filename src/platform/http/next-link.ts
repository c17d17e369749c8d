import type { Meta } from '#platform/operations/operation.result.js';

/**
 * The `Link` header (RFC 8288) of a page that has a `next_cursor`: the address of the request with that cursor. Null for
 * any other answer. `origin` is where clients reach the service.
 */
export function nextLinkOf(meta: Meta | undefined, origin: string, requestedUrl: string): string | null {
  const { pagination } = meta ?? {};
  if (!pagination || !('next_cursor' in pagination) || pagination.next_cursor === null) return null;
  const [path = '', query = ''] = requestedUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', pagination.next_cursor);
  return `<${origin}${path}?${parameters.toString()}>; rel="next"`;
}
