import type { AnswerFormat } from '#platform/files/answer.format.js';
import { isObject } from '#platform/files/json.wrappers.js';
import { numberAt, objectsAt, textAt, valueAt } from './answer.fields.js';

/** A name that may be given in several languages. */
function nameOf(name: unknown): string | undefined {
  if (!isObject(name)) return typeof name === 'string' ? name : undefined;
  const [first] = Object.values(name).filter((each) => typeof each === 'string');
  return textAt(name, 'en-US') ?? first;
}

/** A page of ratings of Firefox add-ons, without replies of developers. */
export const MOZILLA_ADDONS: AnswerFormat = {
  name: 'ratings of Firefox add-ons',
  head: /^\s*\{\s*"page_size"\s*:/,
  recognizes: (answer) => objectsAt(answer, 'results').some((rating) => isObject(rating.addon) && 'score' in rating),
  read: (answer) =>
    objectsAt(answer, 'results')
      .filter((rating) => rating.is_developer_reply !== true && rating.is_deleted !== true)
      .map((rating) => ({
        external_id: textAt(rating, 'id'),
        platform: 'Firefox Add-ons',
        product_name: nameOf(valueAt(rating, 'addon', 'name')) ?? textAt(rating, 'addon', 'slug'),
        text: textAt(rating, 'body'),
        rating: numberAt(rating, 'score'),
        published_at: textAt(rating, 'created'),
        reviewer_name: textAt(rating, 'user', 'name'),
        reviewer_profile_url: textAt(rating, 'user', 'url'),
      })),
};
