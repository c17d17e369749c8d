import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import { optionalText, optionalTime, optionalUrl, requiredText, verbatimText } from '#platform/files/line.fields.js';
import { POSTS_IMPORTED } from './posts.events.js';
import { PostsImportQueries } from './posts.import.queries.js';

const postLine = z.object({
  external_id: requiredText(300),
  source: z.enum(['network', 'forum'], { error: 'must be network or forum' }),
  text: verbatimText(100_000),
  url: optionalUrl(),
  posted_at: optionalTime(),
  forum_community: optionalText(200),
  product_name: optionalText(300),
  author_name: optionalText(300),
  author_headline: optionalText(500),
  author_title: optionalText(300),
  author_bio: optionalText(5_000),
  author_profile_url: optionalUrl(),
  author_city: optionalText(200),
  author_country: optionalText(100),
  author_company_name: optionalText(300),
  author_company_website: optionalUrl(),
  author_company_size: optionalText(100),
  author_company_industry: optionalText(200),
});

export type PostLine = z.infer<typeof postLine>;

/** Imports social posts: the same source and external id is the same post. News of what is new or changed is written with it. */
@Injectable()
export class PostsImporter extends FileImporter<PostLine> {
  protected readonly schema = postLine;

  constructor(
    private readonly database: Database,
    private readonly queries: PostsImportQueries,
    private readonly events: EventLog,
  ) {
    super();
  }

  protected store(lines: PostLine[]): Promise<Stored> {
    return this.database.transaction(async () => {
      const { writtenIds, inserted } = await this.queries.upsert(lines);
      if (writtenIds.length > 0) await this.events.append(POSTS_IMPORTED, { post_ids: writtenIds });
      return { inserted, updated: writtenIds.length - inserted };
    });
  }
}
