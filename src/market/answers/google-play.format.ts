import type { AnswerContext, AnswerFormat } from '#platform/files/answer.format.js';
import { numberAt, objectsAt, textAt, valueAt } from './answer.fields.js';

const PACKAGE = /\/applications\/([^/?]+)\/reviews/;

/** A page of `reviews.list` of the Google Play Developer API. The text is a title, a tab, and the body. */
export const GOOGLE_PLAY: AnswerFormat = {
  name: 'reviews of the Google Play API',
  head: /^\s*\{\s*"reviews"\s*:\s*\[\s*\{\s*"reviewId"/,
  recognizes: (answer) => objectsAt(answer, 'reviews').some((review) => textAt(review, 'reviewId') !== undefined),
  read: (answer, { address }: AnswerContext) =>
    objectsAt(answer, 'reviews').map((review) => {
      const comment = objectsAt(review, 'comments')
        .map((each) => valueAt(each, 'userComment'))
        .find((each) => each !== undefined);
      const text = textAt(comment, 'text');
      const tab = text?.indexOf('\t') ?? -1;
      return {
        external_id: textAt(review, 'reviewId'),
        platform: 'Google Play',
        product_name: PACKAGE.exec(address ?? '')?.[1],
        title: tab > 0 ? text?.slice(0, tab) : undefined,
        text: text?.slice(tab + 1),
        rating: numberAt(comment, 'starRating'),
        published_at: numberAt(comment, 'lastModified', 'seconds'),
        reviewer_name: textAt(review, 'authorName'),
      };
    }),
};
