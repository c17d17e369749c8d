import { API_PREFIX } from '#platform/http/http-application.js';
import type { Change } from './changelog.change.js';

/** The changes of the API as an Atom feed (RFC 4287). */
export async function changelogFeed(changes: readonly Change[], publicUrl: string): Promise<string> {
  // Loaded with the first feed: its 160 modules would slow every start.
  const { generateAtomFeed } = await import('feedsmith');
  const list = `${publicUrl}${API_PREFIX}/changelog`;
  return generateAtomFeed({
    id: list,
    title: { value: 'Changes of the Qualm API' },
    updated: timeOf(changes[0]?.date ?? '1970-01-01'),
    authors: [{ name: 'Qualm' }],
    links: [
      { href: `${list}.atom`, rel: 'self' },
      { href: list, rel: 'alternate', type: 'application/json' },
    ],
    entries: changes.map(({ id, date, kind, title, body }) => ({
      id: `${list}#${id}`,
      title: { value: title },
      updated: timeOf(date),
      categories: [{ term: kind }],
      summary: { value: body },
    })),
  });
}

const timeOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
