import { Injectable, type OnModuleInit } from '@nestjs/common';
import { POSTS_IMPORTED } from '#market/posts/posts.importer.js';
import { REVIEWS_IMPORTED } from '#market/reviews/reviews.importer.js';
import { EventRelay } from '#platform/events/event-relay.js';
import { DetectionService } from './detection.service.js';

/** New texts are read for opportunities. */
@Injectable()
export class DetectionSubscriber implements OnModuleInit {
  constructor(
    private readonly relay: EventRelay,
    private readonly detection: DetectionService,
  ) {}

  onModuleInit(): void {
    this.relay.subscribe(REVIEWS_IMPORTED, ({ review_ids }) =>
      this.detection.request('reviews', review_ids as string[]),
    );
    this.relay.subscribe(POSTS_IMPORTED, ({ post_ids }) => this.detection.request('posts', post_ids as string[]));
  }
}
