import type { AnswerFormat } from '#platform/files/answer.format.js';
import { numberAt, objectsAt, textAt, valueAt } from './answer.fields.js';

/**
 * A page of the public feed of App Store reviews as JSON. Every value is an object with a `label`. A page with one review holds an
 * object in place of a list, and one without a review no `entry`.
 */
export const APP_STORE: AnswerFormat = {
  name: 'the App Store feed of reviews',
  head: /^\s*\{\s*"feed"\s*:\s*\{/,
  recognizes: (answer) => textAt(answer, 'feed', 'id', 'label')?.includes('/rss/customerreviews/') ?? false,
  read: (answer) =>
    objectsAt(answer, 'feed', 'entry')
      // Some feeds begin with the app itself, which has no rating.
      .filter((entry) => valueAt(entry, 'im:rating') !== undefined)
      .map((entry) => ({
        external_id: textAt(entry, 'id', 'label'),
        platform: 'App Store',
        title: textAt(entry, 'title', 'label'),
        text: textAt(entry, 'content', 'label'),
        rating: numberAt(entry, 'im:rating', 'label'),
        published_at: textAt(entry, 'updated', 'label'),
        review_url: textAt(entry, 'link', 'attributes', 'href'),
        reviewer_name: textAt(entry, 'author', 'name', 'label'),
        reviewer_profile_url: textAt(entry, 'author', 'uri', 'label'),
      })),
};
