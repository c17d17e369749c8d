import { Injectable } from '@nestjs/common';
import { POSTS_IMPORTED } from '#market/posts/posts.events.js';
import { REVIEWS_IMPORTED } from '#market/reviews/reviews.events.js';
import { EventLog } from '#platform/events/event-log.js';
import { DETECTION } from './detection.jobs.js';
import { DetectionQueries, type Progress } from './detection.queries.js';

/** Reports the progress of detection. */
@Injectable()
export class DetectionProgressService {
  constructor(
    private readonly queries: DetectionQueries,
    private readonly events: EventLog,
  ) {}

  /** The number of waiting, read and failed texts, and of opportunities found in them. */
  async get(): Promise<Progress> {
    const [progress, pending] = await Promise.all([this.queries.progress(), this.pending()]);
    return { ...progress, waiting: progress.waiting + pending };
  }

  /** The number of waiting texts alone, for what asks often: it does not read the batches that have ended. */
  async waiting(): Promise<number> {
    const [waiting, pending] = await Promise.all([this.queries.waiting(), this.pending()]);
    return waiting + pending;
  }

  /** The number of texts whose events are not relayed yet. */
  private async pending(): Promise<number> {
    const [reviews, posts] = await Promise.all([
      this.events.pendingOf(REVIEWS_IMPORTED, DETECTION, 'review_ids'),
      this.events.pendingOf(POSTS_IMPORTED, DETECTION, 'post_ids'),
    ]);
    return reviews + posts;
  }
}
