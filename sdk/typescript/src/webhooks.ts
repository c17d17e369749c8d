/** An event, as webhooks and `GET /events` carry it. Ignore types that you do not know: new ones are added. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** When it happened (ISO 8601). */
  timestamp: string;
  /** Counts the events of your team without a gap. */
  sequence: number;
  livemode: boolean;
  api_version: string;
  data: Record<string, unknown>;
}

/** A request that does not come from Qualm, was changed, or is too old. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

const PREFIX = 'whsec_';
const VERSION = 'v1,';

/**
 * The event of a webhook request, if the signature is right (Standard Webhooks 1.0.0).
 * @param body the body as it was received, before anything parses it
 * @param secret `whsec_…`, as it was shown when the endpoint was created
 * @param toleranceSeconds how old or how far in the future the request may be
 * @throws WebhookVerificationError
 */
export async function verify(
  body: string,
  headers: GivenHeaders,
  secret: string,
  toleranceSeconds = 300,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    valueOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing');
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The timestamp is too far from the current time');
  }
  const key = await keyOf(secret);
  const signed = signedBytes(id, timestamp, body);
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith(VERSION)) continue;
    const bytes = bytesOf(signature.slice(VERSION.length));
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature is right');
}

/** The headers with which an event is sent (Standard Webhooks 1.0.0). */
export async function sign(body: string, id: string, secret: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signed = signedBytes(id, timestamp, body);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), signed));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${VERSION}${btoa(String.fromCharCode(...bytes))}`,
  };
}

const signedBytes = (id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${id}.${timestamp}.${body}`);

function valueOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([header]) => header.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null;
  if (!bytes) throw new TypeError(`The secret must be ${PREFIX} and base64`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
