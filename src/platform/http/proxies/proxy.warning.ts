import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';

const HOUR_MS = 3_600_000;

/**
 * Looks at each request, and warns at most once an hour if a proxy forwards requests although none is trusted: then all clients
 * have the address of the proxy, and share its limits.
 */
export function watchForProxy(
  trustedHops: number,
  warn: (message: string) => void = (message) => new Logger('Proxy').warn(message),
): (request: IncomingMessage) => void {
  let quietUntil = 0;
  return ({ headers }) => {
    if (trustedHops > 0 || headers['x-forwarded-for'] === undefined || Date.now() < quietUntil) return;
    quietUntil = Date.now() + HOUR_MS;
    warn(
      'Requests arrive with X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: all clients behind the proxy share one address and its limits. ' +
        'Set TRUSTED_PROXY_HOPS to the number of proxies',
    );
  };
}
