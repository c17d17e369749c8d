import { Injectable } from '@nestjs/common';
import { POSTS_IMPORTED, type PostsImported } from '#market/posts/posts.events.js';
import { REVIEWS_IMPORTED, type ReviewsImported } from '#market/reviews/reviews.events.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent, HandlesEventsTogether } from '#platform/events/event-handler.decorator.js';
import { OPPORTUNITIES_REMOVED, type OpportunitiesRemoved } from '../opportunities.events.js';
import { DETECTION } from './detection.jobs.js';
import { DetectionService } from './detection.service.js';

/** Finding the reposts of a few removed opportunities costs as much as of many. */
const REMOVALS_AT_ONCE = 50;

/** Requests detection for imported texts. */
@Injectable()
export class DetectionSubscriber {
  constructor(private readonly detection: DetectionService) {}

  @HandlesEvent(REVIEWS_IMPORTED, DETECTION)
  readReviews({ payload }: ReceivedEvent<ReviewsImported>): Promise<void> {
    return this.detection.request('reviews', payload.review_ids);
  }

  @HandlesEvent(POSTS_IMPORTED, DETECTION)
  readPosts({ payload }: ReceivedEvent<PostsImported>): Promise<void> {
    return this.detection.request('posts', payload.post_ids);
  }

  @HandlesEventsTogether(OPPORTUNITIES_REMOVED, DETECTION, REMOVALS_AT_ONCE)
  readReposts(events: readonly ReceivedEvent<OpportunitiesRemoved>[]): Promise<void> {
    return this.detection.requestReposts(events.map(({ payload }) => payload));
  }
}
