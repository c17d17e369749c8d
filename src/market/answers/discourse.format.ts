import { type AnswerFormat, AnswerIncomplete } from '#platform/files/answer.format.js';
import { joined, numberAt, objectsAt, plain, textAt, urlIn, valueAt } from './answer.fields.js';

const postsOf = (answer: unknown) => [
  ...objectsAt(answer, 'latest_posts'),
  ...objectsAt(answer, 'post_stream', 'posts'),
];

/** Posts of a Discourse forum: the latest ones, or those of a topic. A post of nothing but a quote has no text. */
export const DISCOURSE: AnswerFormat = {
  name: 'posts of Discourse',
  head: /^\s*\{\s*"(?:latest_posts|post_stream)"\s*:/,
  recognizes: (answer) => postsOf(answer).some((post) => textAt(post, 'cooked') !== undefined),
  read: (answer, { address }) => {
    const host = urlIn(address)?.host;
    if (host === undefined)
      throw new AnswerIncomplete('Posts of Discourse do not name their forum', 'https://forum.example/posts.json');
    const topicTitle = textAt(valueAt(answer, 'title'));
    return postsOf(answer).map((post) => {
      const [topic, number] = [textAt(post, 'topic_id'), numberAt(post, 'post_number')];
      const title = number === 1 ? (textAt(post, 'topic_title') ?? topicTitle) : undefined;
      const username = textAt(post, 'username');
      return {
        external_id: `discourse:${host}:${textAt(post, 'id') ?? ''}`,
        source: 'forum',
        text: joined(title, plain(textAt(post, 'cooked'))),
        url: topic && `https://${host}/t/${topic}/${number ?? 1}`,
        posted_at: textAt(post, 'created_at'),
        forum_community: host,
        author_name: textAt(post, 'name') ?? username,
        author_profile_url: username && `https://${host}/u/${encodeURIComponent(username)}`,
      };
    });
  },
};
