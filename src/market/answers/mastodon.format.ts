import type { AnswerFormat } from '#platform/files/answer.format.js';
import { isObject } from '#platform/files/json.wrappers.js';
import { joined, plain, textAt, valueAt } from './answer.fields.js';

const isStatus = (value: unknown): boolean =>
  isObject(value) && textAt(value, 'uri') !== undefined && isObject(value.account) && typeof value.content === 'string';

/** One status of a Mastodon server, as its timelines list them. A boost repeats the status of another person and is left out. */
export const MASTODON: AnswerFormat = {
  name: 'posts of Mastodon',
  head: /^\s*\{\s*"id"\s*:\s*"\d+"\s*,\s*"created_at"/,
  recognizes: isStatus,
  read: (status) =>
    isObject(valueAt(status, 'reblog'))
      ? []
      : [
          {
            external_id: `fediverse:${textAt(status, 'uri') ?? ''}`,
            source: 'network',
            text: joined(textAt(status, 'spoiler_text'), plain(textAt(status, 'content'))),
            url: textAt(status, 'url') ?? textAt(status, 'uri'),
            posted_at: textAt(status, 'created_at'),
            author_name: textAt(status, 'account', 'display_name') ?? textAt(status, 'account', 'username'),
            author_profile_url: textAt(status, 'account', 'url'),
          },
        ],
};
