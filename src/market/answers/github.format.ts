import type { AnswerFormat } from '#platform/files/answer.format.js';
import { isObject } from '#platform/files/json.wrappers.js';
import { joined, textAt, urlIn } from './answer.fields.js';

/** Lines that quote the text that they answer. */
const QUOTED = /^ {0,3}>.*$/gm;
/** Code between fences, and comments of the template that the form offered. */
const FENCED = /^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1[^\n]*$|$(?![^]))/gm;
const TEMPLATE = /<!--[^]*?(?:-->|$(?![^]))/g;
const IMAGE = /!\[[^[\]\n]*\]\([^()\n]*\)|<img\b[^<>]*>/g;
const BLANK_LINES = /\n{3,}/g;

/** The words of the writer in a text in Markdown: no quotes of others, code, images or hints of a template. */
const wordsOf = (markdown: string | undefined): string | undefined =>
  markdown
    ?.replaceAll('\r\n', '\n')
    .replace(TEMPLATE, '')
    .replace(FENCED, '')
    .replace(QUOTED, '')
    .replace(IMAGE, '')
    .replace(BLANK_LINES, '\n\n')
    .trim();

/** `owner/name` in the address of an issue or comment. */
const repositoryOf = (address: string | undefined): string | undefined =>
  /^\/([^/]+\/[^/]+)\/(?:issues|pull)\//.exec(urlIn(address)?.pathname ?? '')?.[1];

/** An issue of GitHub, or a comment on one. */
export const GITHUB: AnswerFormat = {
  name: 'issues of GitHub',
  head: /^\s*\{\s*"(?:url|html_url)"\s*:\s*"https:\/\/(?:api\.)?github\.com\//,
  recognizes: (answer) =>
    isObject(answer) &&
    /^https:\/\/github\.com\/.+\/(?:issues|pull)\//.test(textAt(answer, 'html_url') ?? '') &&
    textAt(answer, 'user', 'login') !== undefined,
  read: (answer) => {
    const [id, address, login] = [textAt(answer, 'id'), textAt(answer, 'html_url'), textAt(answer, 'user', 'login')];
    const kind = textAt(answer, 'issue_url') === undefined ? 'issue' : 'comment';
    return [
      {
        external_id: id && `github:${kind}:${id}`,
        source: 'forum',
        text: joined(textAt(answer, 'title'), wordsOf(textAt(answer, 'body'))),
        url: address,
        posted_at: textAt(answer, 'created_at'),
        forum_community: repositoryOf(address),
        author_name: login,
        author_profile_url: textAt(answer, 'user', 'html_url'),
      },
    ];
  },
};
