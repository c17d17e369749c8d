import type { AnswerFormat } from '#platform/files/answer.format.js';
import { numberAt, objectsAt, textAt, valueAt } from './answer.fields.js';

const APP = /\/appreviews\/(\d+)/;

/** A page of reviews of the Steam store. They recommend or do not, and have no stars. */
export const STEAM: AnswerFormat = {
  name: 'reviews of Steam',
  head: /^\s*\{[^{[]*"query_summary"\s*:/,
  recognizes: (answer) => valueAt(answer, 'query_summary') !== undefined && Array.isArray(valueAt(answer, 'reviews')),
  read: (answer, { address }) => {
    const app = APP.exec(address ?? '')?.[1];
    return objectsAt(answer, 'reviews').map((review) => {
      const author = textAt(review, 'author', 'steamid');
      const id = textAt(review, 'recommendationid');
      return {
        external_id: id,
        platform: 'Steam',
        title: valueAt(review, 'voted_up') === true ? 'Recommended' : 'Not Recommended',
        text: textAt(review, 'review'),
        published_at: numberAt(review, 'timestamp_created'),
        // The page of one review would name its writer's profile.
        review_url: app && id && `https://steamcommunity.com/app/${app}/reviews/#${id}`,
        reviewer_profile_url: author && `https://steamcommunity.com/profiles/${author}`,
      };
    });
  },
};
