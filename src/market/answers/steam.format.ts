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
      return {
        external_id: textAt(review, 'recommendationid'),
        platform: 'Steam',
        title: valueAt(review, 'voted_up') === true ? 'Recommended' : 'Not Recommended',
        text: textAt(review, 'review'),
        published_at: numberAt(review, 'timestamp_created'),
        review_url: app && author && `https://steamcommunity.com/profiles/${author}/recommended/${app}/`,
        reviewer_profile_url: author && `https://steamcommunity.com/profiles/${author}`,
      };
    });
  },
};
