import { parsedUrl } from '#platform/text/parsed.url.js';
import { isIP } from 'node:net';
import { type RefusalCause, refused } from './egress.error.js';

const PORTS = ['', '443', '8443'];
const MAX_URL_LENGTH = 2_048;
const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const RESERVED_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

/** An address that a customer chose, as the URL standard normalizes it. */
export interface EgressTarget {
  url: URL;
  /** The host without brackets and final dot. */
  host: string;
  isLiteral: boolean;
  /** Whether the host is a literal address or `localhost`, which only EGRESS_ALLOWED_CIDRS can allow. */
  isAddress: boolean;
  /** Why only addresses that the operator allows may be reached this way, or null. */
  needsAllowance: RefusalCause | null;
}

/**
 * Reads a URL without resolving its host. Other schemes than HTTP, credentials, fragments and reserved names are
 * refused; plain HTTP, other ports, `localhost` and literal addresses must be allowed by the operator.
 * @throws EgressError
 */
export function readTarget(text: string): EgressTarget {
  const url = text.length > MAX_URL_LENGTH ? null : parsedUrl(text);
  if (url === null) throw refused('host');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('scheme');
  if (url.username !== '' || url.password !== '') throw refused('credentials');
  if (url.hash !== '') throw refused('host');
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  const isLocal = host === 'localhost';
  if (!isLiteral && !isLocal && (!HOST_NAME.test(host) || RESERVED_NAME.test(host))) throw refused('host');
  const isAddress = isLiteral || isLocal;
  return { url, host, isLiteral, isAddress, needsAllowance: allowanceCause(url, isAddress) };
}

/** The host of a URL without the brackets of an IPv6 address and without the final dot of a name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function allowanceCause(url: URL, isNotAName: boolean): RefusalCause | null {
  if (url.protocol === 'http:') return 'scheme';
  if (!PORTS.includes(url.port)) return 'port';
  return isNotAName ? 'host' : null;
}
