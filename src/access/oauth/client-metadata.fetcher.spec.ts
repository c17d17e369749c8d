import { parseEnv } from '#config/env.js';
import { EgressClient } from '#platform/egress/egress.client.js';
import { HostResolver } from '#platform/egress/host.resolver.js';
import { json, type StandIn, startStandIn } from '../../../test/support/stand-ins/http-server.js';
import { ClientMetadataFetcher } from './client-metadata.fetcher.js';

describe('fetching client metadata', () => {
  let host: StandIn;
  beforeAll(async () => {
    host = await startStandIn(json(200, { client_name: 'Documented' }));
  });
  afterAll(() => host.close());

  const fetcher = (allowed: string): ClientMetadataFetcher => {
    const env = parseEnv({
      DATABASE_URL: 'postgres://localhost/qualm',
      REDIS_URL: 'redis://localhost',
      EGRESS_ALLOWED_CIDRS: allowed,
    });
    return new ClientMetadataFetcher(new EgressClient(env, new HostResolver()));
  };

  it('goes through the guarded client', async () => {
    await expect(fetcher('').fetch(host.url)).rejects.toThrow('refused');
    expect(host.requests).toEqual([]);
  });

  it('returns the document with its status and content type', async () => {
    const answer = await fetcher('127.0.0.0/8').fetch(new URL(`${host.url}/client.json`));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.json()).toEqual({ client_name: 'Documented' });
  });

  it('refuses a document over 64 KB', async () => {
    host.behave(json(200, 'x'.repeat(70_000)));
    await expect(fetcher('127.0.0.0/8').fetch(host.url)).rejects.toThrow('more than 65536 bytes');
  });
});
