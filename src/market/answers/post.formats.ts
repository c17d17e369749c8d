import type { AnswerFormat } from '#platform/files/answer.format.js';
import { DISCOURSE } from './discourse.format.js';
import { GITHUB } from './github.format.js';
import { HACKER_NEWS } from './hacker-news.format.js';
import { MASTODON } from './mastodon.format.js';
import { STACK_EXCHANGE } from './stack-exchange.format.js';

/** The answers of sources that hold posts. */
export const POST_FORMATS: readonly AnswerFormat[] = [HACKER_NEWS, DISCOURSE, STACK_EXCHANGE, MASTODON, GITHUB];
