import { Qualm } from './qualm.js';
import { sign, type WebhookEvent } from './webhooks.js';

export interface ListenerOptions {
  /** The address of the API. */
  baseUrl: string;
  /** A test key. */
  apiKey: string;
  /** Where the events are sent, such as `http://localhost:4242/webhooks`. */
  address: string;
  /** `whsec_…`, to sign them. */
  secret: string;
  /** Only these types of events. */
  types?: readonly string[];
  /** Gets a line for each event. */
  say: (line: string) => void;
}

const PAUSE_MS = 1_000;
const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
/** The cursor after the newest event. */
const NOW = 'now';

/**
 * Sends the events of the feed that happen from now on to a local address, signed as webhooks are, until the signal
 * aborts.
 * @throws QualmError if the feed refuses the key
 */
export async function listen(options: ListenerOptions, signal?: AbortSignal): Promise<void> {
  const { baseUrl, apiKey, types } = options;
  const qualm = new Qualm({ baseUrl, apiKey });
  for (let cursor: string = NOW; !signal?.aborted;) {
    const { data, meta } = await qualm.listEvents({ query: { cursor, page_size: PAGE_SIZE } });
    for (const event of data) if (types?.includes(event.type) ?? true) await send(event, options);
    cursor = meta.pagination.next_cursor ?? cursor;
    if (!meta.pagination.has_more) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** An event that cannot be delivered is reported and not sent again. */
async function send(
  event: Pick<WebhookEvent, 'id' | 'type' | 'timestamp'>,
  { address, secret, say }: ListenerOptions,
): Promise<void> {
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', ...(await sign(body, event.id, secret)) };
  const outcome = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  say(`${event.timestamp}  ${event.type}  ${event.id}  ${outcome}`);
}
