import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The client's address behind `trustedHops` proxies: the `X-Forwarded-For` entry that the outermost trusted proxy
 * wrote. Without trusted hops the header is ignored. An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function clientIp(request: IncomingMessage, trustedHops: number): string {
  const peer = request.socket.remoteAddress ?? '0.0.0.0';
  if (trustedHops === 0) return normal(peer) ?? peer;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const chain = [...forwarded.map((entry) => entry.trim()).filter(Boolean), peer];
  return normal(chain[Math.max(0, chain.length - 1 - trustedHops)] ?? peer) ?? normal(peer) ?? peer;
}

/** The subject of limits by address: an IPv4 address, or the /64 network of an IPv6 address. */
export function rateLimitSubject(ip: string): string {
  if (!ip.includes(':')) return ip;
  const address = ipaddr.parse(ip) as ipaddr.IPv6;
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Some proxies write the port of the client, too. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

function normal(entry: string): string | null {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  const ip = v6 ?? v4 ?? entry;
  if (isIPv4(ip)) return ip;
  return ipaddr.IPv6.isValid(ip) ? ipaddr.process(ip.split('%')[0] ?? ip).toString() : null;
}
