import { createServer } from 'node:net';
import { freePort } from '#embedded/services/free-port.js';
import { ClientMetadataFetcher, isPublicAddress } from './client-metadata.fetcher.js';

describe('fetching client metadata', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '[::ffff:127.0.0.1]'])(
    'does not connect to %s',
    async (host) => {
      let connections = 0;
      const port = await freePort();
      const server = createServer(() => connections++).listen(port, '::');
      await new Promise((resolve) => server.once('listening', resolve));
      const fetched = new ClientMetadataFetcher().fetch(`https://${host}:${port}/client.json`);
      await expect(fetched).rejects.toThrow('not public');
      await new Promise((resolve) => server.close(resolve));
      expect(connections).toBe(0);
    },
  );

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.0.0.1', false],
    ['172.16.5.4', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['64:ff9b::7f00:1', false],
    ['::ffff:10.0.0.1', false],
  ])('decides whether %s is public: %p', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
