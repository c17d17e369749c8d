import { Injectable } from '@nestjs/common';
import { EgressClient } from '#platform/egress/egress.client.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;

/**
 * Fetches a client's metadata document from the URL in its id, which any caller may choose, through the guarded client.
 */
@Injectable()
export class ClientMetadataFetcher {
  constructor(private readonly egress: EgressClient) {}

  /** @throws EgressError if the address is refused or does not answer; an error for a document over 64 KB. */
  async fetch(url: string | URL | Request, { signal, headers }: RequestInit = {}): Promise<Response> {
    const answer = await this.egress.send({
      url: url instanceof Request ? url.url : String(url),
      method: 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(signal && { signal }),
    });
    if (answer.isCut) throw new Error(`The client metadata has more than ${MAX_BYTES} bytes`);
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    // `Response` refuses even an empty body for a status without one.
    const body = answer.body.length > 0 ? new Uint8Array(answer.body) : null;
    return new Response(body, { status: answer.status, headers: fields });
  }
}
