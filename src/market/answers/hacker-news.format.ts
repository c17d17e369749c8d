import type { AnswerFormat } from '#platform/files/answer.format.js';
import { isObject } from '#platform/files/json.wrappers.js';
import { joined, objectsAt, plain, textAt, valueAt } from './answer.fields.js';

const isSearch = (answer: unknown): boolean =>
  objectsAt(answer, 'hits').some(
    (hit) => textAt(hit, 'objectID') !== undefined && Array.isArray(valueAt(hit, '_tags')),
  );
const isTree = (answer: unknown): boolean =>
  isObject(answer) && Array.isArray(answer.children) && textAt(answer, 'created_at_i') !== undefined;
const isItem = (answer: unknown): boolean =>
  isObject(answer) && textAt(answer, 'by') !== undefined && /^(story|comment|poll)$/.test(textAt(answer, 'type') ?? '');

interface Item {
  id: string | undefined;
  title?: string | undefined;
  html: string | undefined;
  time: unknown;
  author: string | undefined;
}

const recordOf = ({ id, title, html, time, author }: Item) => ({
  external_id: id && `hn:${id}`,
  source: 'forum',
  text: joined(plain(title), plain(html)),
  url: id && `https://news.ycombinator.com/item?id=${id}`,
  posted_at: time,
  forum_community: 'Hacker News',
  author_name: author,
  author_profile_url: author && `https://news.ycombinator.com/user?id=${encodeURIComponent(author)}`,
});

/** An item of the search with its comments, from the top. Deleted ones have no text. */
function treeOf(item: unknown, depth = 0): Item[] {
  const own = {
    id: textAt(item, 'id'),
    title: textAt(item, 'title'),
    html: textAt(item, 'text'),
    time: textAt(item, 'created_at'),
    author: textAt(item, 'author'),
  };
  const below = depth < MAX_DEPTH ? objectsAt(item, 'children').flatMap((child) => treeOf(child, depth + 1)) : [];
  return own.title === undefined && own.html === undefined ? below : [own, ...below];
}

/** Comments that are deeper are left out. */
const MAX_DEPTH = 200;

/** Answers about Hacker News: a page or an item of the search with its comments, or an item of the Firebase API. */
export const HACKER_NEWS: AnswerFormat = {
  name: 'an answer of Hacker News',
  head: /^\s*\{\s*"(?:hits|exhaustive\w*|created_at|by)"\s*:|^\s*\{\s*"id"\s*:\s*\d+\s*,\s*"created_at"/,
  recognizes: (answer) => isSearch(answer) || isTree(answer) || isItem(answer),
  read: (answer) => {
    if (isTree(answer)) return treeOf(answer).map(recordOf);
    if (isItem(answer)) {
      const [id, title, html] = [textAt(answer, 'id'), textAt(answer, 'title'), textAt(answer, 'text')];
      return [recordOf({ id, title, html, time: valueAt(answer, 'time'), author: textAt(answer, 'by') })];
    }
    return objectsAt(answer, 'hits').map((hit) =>
      recordOf({
        id: textAt(hit, 'objectID'),
        title: textAt(hit, 'title'),
        html: textAt(hit, 'comment_text') ?? textAt(hit, 'story_text'),
        time: textAt(hit, 'created_at'),
        author: textAt(hit, 'author'),
      }),
    );
  },
};
