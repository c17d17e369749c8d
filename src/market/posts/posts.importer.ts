import { Injectable } from '@nestjs/common';
import { ImportLog } from '#market/imports/import.log.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { ErasedTexts } from '#market/writers/erased-texts.service.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter } from '#platform/files/file.importer.js';
import type { Stored } from '#platform/files/import.journal.js';
import { POSTS_IMPORTED } from './posts.events.js';
import { PostsImportQueries } from './posts.import.queries.js';
import { authorOf, postLayout, type PostLine, withoutAuthor } from './posts.line.js';

/**
 * Imports social posts. Source and external id identify a post. An event with the new and changed posts is written in
 * the same transaction.
 */
@Injectable()
export class PostsImporter extends FileImporter<PostLine> {
  protected readonly kind = 'posts';
  protected readonly layout = postLayout;

  constructor(
    protected readonly imports: ImportLog,
    private readonly queries: PostsImportQueries,
    private readonly events: EventLog,
    private readonly erased: ErasedPeople,
    private readonly erasedTexts: ErasedTexts,
  ) {
    super();
  }

  protected async store(read: PostLine[], importId: number | null): Promise<Stored> {
    const isErased = await this.erased.among(read.map(authorOf));
    const isGone = await this.erasedTexts.among(
      'posts',
      read.map(({ source: place, external_id }) => ({ place, external_id })),
    );
    const lines = read.flatMap((line, n) => (isGone[n] ? [] : [isErased[n] ? withoutAuthor(line) : line]));
    const erased = read.length - lines.length;
    if (lines.length === 0) return { inserted: 0, updated: 0, erased };
    const { writtenIds, inserted } = await this.queries.upsert(lines, importId);
    if (writtenIds.length > 0) await this.events.append(POSTS_IMPORTED, { post_ids: writtenIds });
    return { inserted, updated: writtenIds.length - inserted, erased };
  }
}
