import { Injectable } from '@nestjs/common';
import { TextErasure } from '#market/writers/text.erasure.js';
import { WrittenTexts } from '#market/writers/written-texts.service.js';
import type { WrittenColumns } from '#market/writers/written-texts.types.js';
import { EventLog } from '#platform/events/event-log.js';
import { ReviewsErasureQueries } from './reviews-erasure.queries.js';
import { REVIEWS_IMPORTED } from './reviews.events.js';

/** Removes people from the reviews that they wrote. */
@Injectable()
export class ReviewsErasure extends TextErasure {
  protected readonly columns: WrittenColumns = {
    table: 'reviews',
    place: 'platform',
    name: 'reviewer_name',
    company: 'reviewer_company',
    companyWebsite: 'company_website',
    profileUrl: 'reviewer_profile_url',
    others: ['reviewer_title'],
    texts: ['title', 'text', 'likes', 'dislikes'],
    sets: 'content_version = version + 1',
  };

  constructor(
    texts: WrittenTexts,
    private readonly queries: ReviewsErasureQueries,
    private readonly events: EventLog,
  ) {
    super(texts);
  }

  /** As for any text. A new report of their products differs, because it does not have them. */
  override async empty(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.queries.countEmptied(ids);
    await super.empty(ids);
  }

  protected announce(review_ids: string[]): Promise<unknown> {
    return this.events.append(REVIEWS_IMPORTED, { review_ids });
  }
}
