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
    const [progress, reviews, posts] = await Promise.all([
      this.queries.progress(),
      this.events.pendingOf(REVIEWS_IMPORTED, DETECTION, 'review_ids'),
      this.events.pendingOf(POSTS_IMPORTED, DETECTION, 'post_ids'),
    ]);
    return { ...progress, waiting: progress.waiting + reviews + posts };
  }
}
