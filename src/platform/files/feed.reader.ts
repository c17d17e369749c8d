import type { parseFeed } from 'feedsmith';
import { wholeOf } from './json.reader.js';
import { FileUnreadable, type ReadRecord } from './record.types.js';

type Feed = ReturnType<typeof parseFeed>;

/**
 * Reads an RSS, Atom or RDF feed of at most 64 MB. Each item is a record with `id`, `title`, `content` (HTML), `link`, `date`,
 * `author` and `feed`, the title of the feed.
 * @throws FileUnreadable if the file is not a feed
 */
export async function* readFeed(input: AsyncIterable<Buffer>): AsyncGenerator<ReadRecord[]> {
  const text = (await wholeOf(input)).toString('utf8');
  const items = await feedRecords(text);
  for (const [index, value] of items.entries()) yield [{ line: index + 1, bytes: text.length / items.length, value }];
}

/** The items of a feed, each with the fields above. @throws FileUnreadable if the text is not a feed */
export async function feedRecords(text: string): Promise<Record<string, unknown>[]> {
  return recordsOf(await parsed(text));
}

async function parsed(text: string): Promise<Feed> {
  // Its 160 modules would slow every start.
  const { parseFeed } = await import('feedsmith');
  try {
    return parseFeed(text);
  } catch (error) {
    throw new FileUnreadable('The file is HTML or XML, and neither RSS nor Atom', { cause: error });
  }
}

function recordsOf(parsedFeed: Feed): Record<string, unknown>[] {
  switch (parsedFeed.format) {
    case 'atom': {
      const { feed } = parsedFeed;
      return (feed.entries ?? []).map((entry) => ({
        id: entry.id,
        title: textOf(entry.title),
        content: textOf(entry.content) ?? textOf(entry.summary),
        link: entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
        date: entry.published ?? entry.updated,
        author: entry.authors?.[0]?.name,
        feed: textOf(feed.title),
      }));
    }
    case 'rss': {
      const { feed } = parsedFeed;
      return (feed.items ?? []).map((item) => ({
        id: item.guid?.value ?? item.link,
        title: item.title,
        content: item.content?.encoded ?? item.description,
        link: item.link,
        date: item.pubDate ?? item.dc?.dates?.[0],
        author: item.dc?.creators?.[0] ?? textOf(item.authors?.[0]),
        feed: feed.title,
      }));
    }
    case 'rdf': {
      const { feed } = parsedFeed;
      return (feed.items ?? []).map((item) => ({
        id: item.link,
        title: item.title,
        content: item.content?.encoded ?? item.description,
        link: item.link,
        date: item.dc?.dates?.[0],
        author: item.dc?.creators?.[0],
        feed: feed.title,
      }));
    }
    default:
      throw new FileUnreadable('The file is neither RSS nor Atom');
  }
}

/** A text that some feeds write as an object with a value. */
function textOf(text: unknown): string | undefined {
  if (typeof text === 'string') return text;
  if (typeof text !== 'object' || text === null) return undefined;
  const { value, name } = text as { value?: unknown; name?: unknown };
  return textOf(value) ?? textOf(name);
}
