import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TRY_MS = 2_500;
const TRIES = 2;

/**
 * Resolves host names over DNS. Each call has its own resolver: `dns.lookup` would share two threads, so a slow name
 * server of one customer would delay the requests of all.
 */
@Injectable()
export class HostResolver {
  /** The IPv4 and IPv6 addresses of a name; empty if there are none or `signal` aborts first. */
  async resolve(host: string, signal: AbortSignal): Promise<string[]> {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
