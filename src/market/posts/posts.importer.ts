import { Injectable } from '@nestjs/common';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import { POSTS_IMPORTED } from './posts.events.js';
import { PostsImportQueries } from './posts.import.queries.js';
import { authorOf, postLayout, type PostLine, withoutAuthor } from './posts.line.js';

/**
 * Imports social posts. Source and external id identify a post. An event with the new and changed posts is written in
 * the same transaction.
 */
@Injectable()
export class PostsImporter extends FileImporter<PostLine> {
  protected readonly layout = postLayout;

  constructor(
    private readonly database: Database,
    private readonly queries: PostsImportQueries,
    private readonly events: EventLog,
    private readonly erased: ErasedPeople,
  ) {
    super();
  }

  protected store(read: PostLine[]): Promise<Stored> {
    return this.database.transaction(async () => {
      const isErased = await this.erased.among(read.map(authorOf));
      const lines = read.map((line, n) => (isErased[n] ? withoutAuthor(line) : line));
      const { writtenIds, inserted } = await this.queries.upsert(lines);
      if (writtenIds.length > 0) await this.events.append(POSTS_IMPORTED, { post_ids: writtenIds });
      return { inserted, updated: writtenIds.length - inserted };
    });
  }
}
