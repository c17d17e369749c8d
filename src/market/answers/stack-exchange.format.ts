import type { AnswerFormat } from '#platform/files/answer.format.js';
import { htmlToText } from '#platform/files/html.text.js';
import { joined, numberAt, objectsAt, textAt } from './answer.fields.js';

const plain = (html: string | undefined): string | undefined => html && htmlToText(html);
const hostIn = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined;
const siteIn = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? (new URL(address).searchParams.get('site') ?? undefined) : undefined;

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
      const site = host ?? siteIn(address) ?? 'stackexchange';
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
