import type { AnswerFormat } from '#platform/files/answer.format.js';
import { joined, numberAt, objectsAt, plain, textAt, urlIn } from './answer.fields.js';

const hostIn = (address: string | undefined): string | undefined => urlIn(address)?.host.replace(/^www\./, '');

/** Questions and answers of a Stack Exchange site. Titles and bodies are HTML; a body is there if the request asked for it. */
export const STACK_EXCHANGE: AnswerFormat = {
  name: 'questions of Stack Exchange',
  head: /^\s*\{\s*"items"\s*:\s*\[/,
  recognizes: (answer) =>
    textAt(answer, 'quota_max') !== undefined &&
    objectsAt(answer, 'items').some((item) => textAt(item, 'question_id') !== undefined),
  read: (answer, { address }) =>
    objectsAt(answer, 'items').map((item) => {
      const [answerId, question] = [textAt(item, 'answer_id'), textAt(item, 'question_id')];
      const host = hostIn(textAt(item, 'link')) ?? hostIn(textAt(item, 'owner', 'link'));
      const site = host ?? urlIn(address)?.searchParams.get('site') ?? 'stackexchange';
      const id = answerId ?? question;
      return {
        external_id: id && `stackexchange:${site}:${id}`,
        source: 'forum',
        text: joined(plain(textAt(item, 'title')), plain(textAt(item, 'body'))),
        url: textAt(item, 'link') ?? (answerId && host && `https://${host}/a/${answerId}`),
        posted_at: numberAt(item, 'creation_date'),
        forum_community: site,
        author_name: plain(textAt(item, 'owner', 'display_name')),
        author_profile_url: textAt(item, 'owner', 'link'),
      };
    }),
};
