import { Injectable } from '@nestjs/common';
import { POSTS_IMPORTED, type PostsImported } from '#market/posts/posts.events.js';
import { REVIEWS_IMPORTED, type ReviewsImported } from '#market/reviews/reviews.events.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { DETECTION } from './detection.jobs.js';
import { DetectionService } from './detection.service.js';

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
}
