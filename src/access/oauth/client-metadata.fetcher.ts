import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';

/**
 * Fetches a client's metadata document from the URL in its id, which any caller may choose. It connects to public
 * addresses only, and to exactly the address that was checked. It follows no redirect.
 */
@Injectable()
export class ClientMetadataFetcher {
  async fetch(url: string | URL | Request, { signal, headers }: RequestInit = {}): Promise<Response> {
    const target = new URL(url instanceof Request ? url.url : url);
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refusal();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(target, {
        headers: Object.fromEntries(new Headers(headers)),
        lookup: publicLookup,
        agent: false,
        ...(signal && { signal }),
      })
        .on('response', resolve)
        .on('error', reject)
        .end();
    });
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(Readable.toWeb(answer) as ReadableStream, { status: answer.statusCode, headers: fields });
  }
}

/** True for an address of the public internet. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** A DNS lookup that fails if any address of the name is not public. */
const publicLookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? refusal(), '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refusal(), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const refusal = (): Error => new Error('The address of the client metadata is not public');
