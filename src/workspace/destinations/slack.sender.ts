import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { retryAfterMs } from '#platform/egress/answer.reader.js';
import { EgressClient, type EgressAnswer } from '#platform/egress/egress.client.js';
import { EgressError } from '#platform/egress/egress.error.js';
import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import { parsedUrl } from '#platform/text/parsed.url.js';
import { DestinationDeliveriesQueries, type NewsRow } from './destination-deliveries.queries.js';
import { type AttemptResult, CANCELED, SUCCEEDED } from './destination.types.js';
import type { DestinationRefusal } from './destinations.failures.js';
import { SlackComposer } from './slack.composer.js';
import type { SlackMessage } from './slack.message.js';

const MAX_ANSWER_BYTES = 4_096;
const MAX_DETAIL = 200;
const PATH = /^\/services\/[A-Za-z0-9]+\/[A-Za-z0-9]+\/[A-Za-z0-9]+$/;

/** What the words that Slack answers with mean. */
const WORDS: Record<string, string> = {
  invalid_payload: 'Slack could not read the message',
  invalid_blocks: 'Slack could not read the message',
  user_not_found: 'The user of the webhook does not exist',
  no_text: 'Slack found no text in the message',
  action_prohibited: 'A workspace admin has blocked the webhook',
  posting_to_general_channel_denied: 'Only some people may post in this channel',
  invalid_token: 'The address of the webhook is no longer valid',
  channel_not_found: 'The channel no longer exists',
  channel_is_archived: 'The channel was archived',
  no_service: 'The webhook was removed or disabled in Slack',
  no_service_id: 'The webhook was removed or disabled in Slack',
  no_team: 'The workspace no longer exists',
  team_disabled: 'The workspace is disabled',
};
/** The webhook or its channel is gone, or is forbidden: no message can succeed. */
const FINAL_STATUSES = [401, 403, 404, 410];

/** The outcome of a message that was given to Slack without an answer. */
const UNKNOWN_MESSAGE: AttemptResult = {
  end: 'unknown',
  failure: 'timeout',
  detail: 'Slack did not answer in time, so the message may have appeared. It is not sent again by itself',
  responseStatus: null,
  waitSeconds: null,
};

/**
 * Sends messages to incoming webhooks of Slack. Slack has no key for repetitions, so a message without an answer is not sent again:
 * what it says is also in the app.
 */
@Injectable()
export class SlackSender {
  constructor(
    private readonly egress: EgressClient,
    private readonly composer: SlackComposer,
    private readonly deliveries: DestinationDeliveriesQueries,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Why messages cannot be sent to an address; null if they can. Sends nothing. */
  async check(address: string): Promise<DestinationRefusal | null> {
    if (!this.isOfSlack(address)) return 'not_slack';
    return (await this.egress.check(address)) === null ? null : 'address_refused';
  }

  /** Sends one message. Never rejects because of Slack. */
  async send(row: NewsRow, address: string): Promise<AttemptResult> {
    // An attempt of a worker that died.
    if (row.sending_since) return UNKNOWN_MESSAGE;
    const message = await this.composer.compose(row);
    if (!message) return CANCELED;
    if (!this.isOfSlack(address)) return REFUSED_ADDRESS;
    if (!(await this.deliveries.noteSending(row))) return CANCELED;
    const result = await this.post(address, message);
    // Slack refuses a message whose picture it cannot fetch, and shows nothing of it.
    const words = result.failure === 'invalid_request' ? withoutPictures(message) : null;
    return words ? this.post(address, words) : result;
  }

  /** The operator may have changed the list of hosts since the destination was made. */
  private isOfSlack(address: string): boolean {
    const url = parsedUrl(address);
    return (
      url !== null &&
      this.env.SLACK_WEBHOOK_HOSTS.includes(url.hostname) &&
      PATH.test(url.pathname) &&
      url.search === ''
    );
  }

  private async post(url: string, message: SlackMessage): Promise<AttemptResult> {
    const body = JSON.stringify(message);
    try {
      const answer = await this.egress.send({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Qualm-Slack/1',
        },
        body,
        timeoutMs: this.env.DESTINATION_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return resultOf(answer);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      if (error.isSent) return UNKNOWN_MESSAGE;
      if (error.fault === 'refused_address') return REFUSED_ADDRESS;
      const detail = `Slack could not be reached: ${error.fault.replaceAll('_', ' ')}`;
      return { end: 'retry', failure: error.fault, detail, responseStatus: null, waitSeconds: null };
    }
  }
}

/** The message without its pictures; null if it has none. */
function withoutPictures(message: SlackMessage): SlackMessage | null {
  const blocks = message.blocks.filter(({ type }) => type !== 'image');
  return blocks.length < message.blocks.length ? { ...message, blocks } : null;
}

const REFUSED_ADDRESS: AttemptResult = {
  ...{ end: 'refused', failure: 'refused_address', responseStatus: null, waitSeconds: null },
  detail: 'This service may no longer send requests to the address of the webhook',
};

/** What an answer of Slack means. */
function resultOf({ status, headers, body }: EgressAnswer): AttemptResult {
  if (status >= 200 && status < 300) return { ...SUCCEEDED, responseStatus: status };
  const word = inOneLine(body.toString('utf8').replaceAll('\0', ' '));
  const detail = WORDS[word] ?? `Slack answered ${status}${word === '' ? '' : `: ${clipped(word, MAX_DETAIL)}`}`;
  const failed = { detail, responseStatus: status, waitSeconds: null };
  if (status === 429) {
    const waitSeconds = (retryAfterMs(headers['retry-after'] ?? null) ?? 0) / 1_000;
    return { ...failed, end: 'retry', failure: 'rate_limited', waitSeconds };
  }
  if (status >= 500) return { ...failed, end: 'retry', failure: 'service_error' };
  if (FINAL_STATUSES.includes(status)) return { ...failed, end: 'refused', failure: 'access_refused' };
  return { ...failed, end: 'failed', failure: 'invalid_request' };
}
