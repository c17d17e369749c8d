import type { IncomingMessage } from 'node:http';
import { clientIp } from './client-ip.js';

const from = (forwarded: string, trustedHops = 1): string =>
  clientIp(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } } as unknown as IncomingMessage,
    trustedHops,
  );

describe('the address of a client behind one proxy', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('is read from "%s" as %s', (forwarded, ip) => {
    expect(from(forwarded)).toBe(ip);
  });

  it('is that of the connection without a trusted proxy', () => {
    expect(from('192.0.2.7', 0)).toBe('10.0.0.1');
  });
});
