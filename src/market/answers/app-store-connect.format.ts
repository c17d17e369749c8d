import type { AnswerFormat } from '#platform/files/answer.format.js';
import { numberAt, objectsAt, textAt } from './answer.fields.js';

/** A page of `customerReviews` of the App Store Connect API. It does not name the app. */
export const APP_STORE_CONNECT: AnswerFormat = {
  name: 'reviews of App Store Connect',
  head: /^\s*\{\s*"data"\s*:\s*\[\s*\{\s*"type"\s*:\s*"customerReviews"/,
  recognizes: (answer) => objectsAt(answer, 'data').some((review) => textAt(review, 'type') === 'customerReviews'),
  read: (answer) =>
    objectsAt(answer, 'data')
      .filter((review) => textAt(review, 'type') === 'customerReviews')
      .map((review) => ({
        external_id: textAt(review, 'id'),
        platform: 'App Store',
        title: textAt(review, 'attributes', 'title'),
        text: textAt(review, 'attributes', 'body'),
        rating: numberAt(review, 'attributes', 'rating'),
        published_at: textAt(review, 'attributes', 'createdDate'),
        reviewer_name: textAt(review, 'attributes', 'reviewerNickname'),
      })),
};
