import { Injectable } from '@nestjs/common';
import { TextErasure } from '#market/writers/text.erasure.js';
import { WrittenTexts } from '#market/writers/written-texts.service.js';
import type { WrittenColumns } from '#market/writers/written-texts.types.js';
import { EventLog } from '#platform/events/event-log.js';
import { POSTS_IMPORTED } from './posts.events.js';

/** Removes people from the posts that they wrote. The address of a post often names its author. */
@Injectable()
export class PostsErasure extends TextErasure {
  protected readonly columns: WrittenColumns = {
    table: 'posts',
    place: 'source',
    name: 'author_name',
    company: 'author_company_name',
    companyWebsite: 'author_company_website',
    profileUrl: 'author_profile_url',
    others: ['author_headline', 'author_title', 'author_bio', 'author_city', 'url'],
    texts: ['text'],
  };

  constructor(
    texts: WrittenTexts,
    private readonly events: EventLog,
  ) {
    super(texts);
  }

  protected announce(post_ids: string[]): Promise<unknown> {
    return this.events.append(POSTS_IMPORTED, { post_ids });
  }
}
