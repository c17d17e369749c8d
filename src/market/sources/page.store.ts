import { Injectable } from '@nestjs/common';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import type { FileImporter } from '#platform/files/file.importer.js';
import { isDeeperThan } from '#platform/operations/nesting.js';
import type { Connector } from './connectors/connector.js';
import type { PageItem, RejectedItem } from './page.reader.js';
import { type PageCounts, SourceSyncQueries } from './source-sync.queries.js';

/** The items of a page as lines of an import. */
export interface PageLines {
  lines: object[];
  /** The items of the lines, in their order. */
  items: (PageItem & { place: string })[];
  rejects: RejectedItem[];
}

const MAX_RAW_BYTES = 16_384;
const MAX_RAW_DEPTH = 50;
/** Characters that PostgreSQL stores in no JSON: NUL, and halves of surrogate pairs. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f][\da-f]{2})/i;

/** Turns pages of sources into lines of imports, and stores them with where they came from. */
@Injectable()
export class PageStore {
  private readonly importers: Record<Connector['kind'], FileImporter<object>>;

  constructor(
    private readonly queries: SourceSyncQueries,
    reviews: ReviewsImporter,
    posts: PostsImporter,
  ) {
    this.importers = { reviews, posts };
  }

  /** Checks items by the rules of imports. An item that breaks one joins the rejects. */
  linesOf({ kind }: Connector, items: readonly PageItem[], rejects: readonly RejectedItem[]): PageLines {
    const read: PageLines = { lines: [], items: [], rejects: [...rejects] };
    for (const item of items) {
      const found = this.importers[kind].lineOf(item.record);
      if ('reason' in found) read.rejects.push({ externalId: item.name, reason: found.reason, raw: item.raw });
      else {
        const { source, platform } = found.line as { source?: string; platform?: string };
        read.lines.push(found.line);
        read.items.push({ ...item, place: (kind === 'posts' ? source : platform) ?? '' });
      }
    }
    return read;
  }

  /** Stores the lines of a page in the open transaction, with their origin and the rejects. */
  async store(sourceId: string, connector: Connector, read: PageLines): Promise<PageCounts> {
    const { lines, items } = await this.withoutCopies(sourceId, read);
    const { inserted, updated, erased = 0 } = await this.importers[connector.kind].storeLines(lines);
    if (items.length > 0) {
      await this.queries.noteItems(sourceId, items, connector.recheck ?? null);
      await this.queries.forgetRejects(
        sourceId,
        items.map(({ name }) => name),
      );
    }
    await this.keepRejects(sourceId, read.rejects);
    return {
      ...{ read: read.lines.length + read.rejects.length, inserted, updated, erased },
      rejected: read.rejects.length,
    };
  }

  /** Keeps the items that could not be read. */
  async keepRejects(sourceId: string, rejects: readonly RejectedItem[]): Promise<void> {
    if (rejects.length === 0) return;
    const storable = rejects.map(({ externalId, reason, raw }) => ({ externalId, reason, raw: storableOf(raw) }));
    await this.queries.noteRejects(sourceId, storable);
  }

  /** Leaves out items that the source had under another id before: the same address with the same text. */
  private async withoutCopies(
    sourceId: string,
    { lines, items }: PageLines,
  ): Promise<Pick<PageLines, 'lines' | 'items'>> {
    const fingerprints = items.flatMap(({ fingerprint }) => fingerprint ?? []);
    if (fingerprints.length === 0) return { lines, items };
    const known = await this.queries.knownFingerprints(sourceId, fingerprints);
    const isFirst = items.map(({ fingerprint, externalId }) => {
      if (fingerprint === undefined) return true;
      const owner = known.get(fingerprint) ?? externalId;
      known.set(fingerprint, owner);
      return owner === externalId;
    });
    return { lines: lines.filter((_, n) => isFirst[n]), items: items.filter((_, n) => isFirst[n]) };
  }
}

/** The JSON text of an item, or null if it is too large or PostgreSQL cannot store it. */
function storableOf(raw: unknown): string | null {
  if (isDeeperThan(raw, MAX_RAW_DEPTH)) return null;
  const text = JSON.stringify(raw) as string | undefined;
  if (text === undefined || Buffer.byteLength(text) > MAX_RAW_BYTES || NOT_STORABLE.test(text)) return null;
  return text;
}
