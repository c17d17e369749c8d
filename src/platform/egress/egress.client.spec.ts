import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { parseEnv } from '#config/env.js';
import { json, type StandIn, startStandIn } from '../../../test/support/stand-ins/http-server.js';
import { addressAllowance, isPublicAddress } from './address.judge.js';
import { EgressClient } from './egress.client.js';
import { EgressError } from './egress.error.js';
import { HostResolver } from './host.resolver.js';
import { disguisesOf, PRIVATE_ADDRESSES, PRIVATE_NAMES } from '../../../test/support/stand-ins/private-addresses.js';

/** DNS that answers with the next of these answers at each call, and counts the calls. */
class ScriptedResolver extends HostResolver {
  calls = 0;

  constructor(private readonly answers: string[][]) {
    super();
  }

  override async resolve(): Promise<string[]> {
    return this.answers[this.calls++] ?? [];
  }
}

interface ClientOptions {
  allowed?: string;
  hosts?: string;
  publicUrl?: string;
  resolver?: HostResolver;
}

function client({
  allowed = '',
  hosts = '',
  publicUrl,
  resolver = new ScriptedResolver([]),
}: ClientOptions = {}): EgressClient {
  const services = { DATABASE_URL: 'postgres://localhost/qualm', REDIS_URL: 'redis://localhost' };
  return new EgressClient(
    parseEnv({
      ...services,
      EGRESS_ALLOWED_CIDRS: allowed,
      EGRESS_ALLOWED_HOSTS: hosts,
      ...(publicUrl && { PUBLIC_URL: publicUrl }),
    }),
    resolver,
  );
}

const get = (from: EgressClient, url: string, timeoutMs = 5_000) =>
  from.send({ url, method: 'GET', headers: {}, timeoutMs, maxBytes: 100 });

const faultOf = async (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof EgressError ? (error.refusal ?? error.fault) : `unexpected: ${String(error)}`,
  );

const LOCAL = { allowed: '127.0.0.0/8' };

/** Sends a byte at a time until the receiver hangs up. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 10);
  response.once('close', () => clearInterval(timer));
}

describe('a private address', () => {
  const hosts = [...new Set([...PRIVATE_ADDRESSES.flatMap(disguisesOf), ...PRIVATE_NAMES])];

  it('has more than 200 spellings', () => {
    expect(hosts.length).toBeGreaterThan(200);
  });

  it.each(['', ':8443'])('is never connected to, in any spelling, at port%s', async (port) => {
    const connect = jest.spyOn(Socket.prototype, 'connect');
    const outcomes = await Promise.all(hosts.map(async (host) => faultOf(get(client(), `https://${host}${port}/x`))));
    expect(connect).not.toHaveBeenCalled();
    expect(hosts.filter((_, index) => outcomes[index] !== 'host')).toEqual([]);
    connect.mockRestore();
  });

  it.each(PRIVATE_ADDRESSES)('is never connected to when a name resolves to it: %s', async (address) => {
    const connect = jest.spyOn(Socket.prototype, 'connect');
    for (const answer of [[address], ['93.184.216.34', address], [address, '2606:2800:220:1::1']]) {
      const resolver = new ScriptedResolver([answer]);
      expect(await faultOf(get(client({ resolver }), 'https://hooks.example.com/'))).toBe('private_address');
    }
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
  });

  it('is not reached by a second answer of DNS', async () => {
    const receiver = await startStandIn(json(200, {}));
    const resolver = new ScriptedResolver([['127.0.0.1'], ['10.0.0.1']]);
    const url = receiver.url.replace('127.0.0.1', 'rebinding.example.com');
    await get(client({ ...LOCAL, resolver }), url);
    expect([resolver.calls, receiver.requests[0]?.headers.host]).toEqual([1, new URL(url).host]);
    await receiver.close();
  });

  it('stays refused if it serves the credentials of a cloud machine, even if it is allowed', () => {
    const isAllowed = addressAllowance(['0.0.0.0/0', '::/0']);
    const services = ['169.254.169.254', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '::ffff:169.254.169.254'];
    expect([...services, '10.0.0.1'].map(isAllowed)).toEqual([false, false, false, false, false, true]);
  });
});

describe('a public address', () => {
  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['::ffff:93.184.216.34', true],
    ['2620:4f:7fff::1', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['4000::1', false],
    ['not an address', false],
  ])('is judged by our own ranges: %s is public: %p', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

describe('the address of a customer', () => {
  const resolver = (): HostResolver => new ScriptedResolver([['93.184.216.34']]);

  it.each([
    ['https://hooks.example.com/in?team=1', null],
    ['https://hooks.example.com:8443/', null],
    ['https://hooks.example.com./', null],
    ['https://bücher.example.com/', null],
    ['ftp://hooks.example.com/', 'scheme'],
    ['http://hooks.example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://me@hooks.example.com/', 'credentials'],
    ['https://:secret@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://93.184.216.34/', 'host'],
    ['https://intranet/', 'host'],
    ['https://hooks.example.com/#part', 'host'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'host'],
    ['https://app.qualm.example/', 'own_address'],
    ['https://APP.qualm.example.:8443/', 'own_address'],
  ])('is judged before anything is sent: %s has the fault %p', async (url, cause) => {
    const guarded = client({ publicUrl: 'https://app.qualm.example', resolver: resolver() });
    expect(await guarded.check(url)).toBe(cause);
  });

  it('is refused when its name has no address', async () => {
    expect(await client().check('https://hooks.example.com/')).toBe('unresolvable');
  });

  it('may be local if an operator allows it, on any port but ours', async () => {
    const guarded = client({ ...LOCAL, publicUrl: 'http://localhost:3000' });
    const urls = [
      'http://127.0.0.1:9999/',
      'http://localhost:9999/',
      'http://localhost:3000/',
      'http://127.0.0.1:3000/',
    ];
    const causes = await Promise.all([...urls, 'http://10.0.0.1/', 'http://[::1]/'].map((url) => guarded.check(url)));
    expect(causes).toEqual([null, null, 'own_address', 'own_address', 'scheme', 'scheme']);
  });
});

describe('the own service, where an operator allows loopback,', () => {
  it.each([
    'http://[::ffff:127.0.0.1]:3000/',
    'http://[::ffff:7f00:1]:3000/',
    'http://127.0.0.2:3000/',
    'http://[::1]:3000/',
    'http://localhost:3000/',
  ])('is refused as %s', async (url) => {
    const guarded = client({ allowed: '127.0.0.0/8,::1/128', publicUrl: 'https://app.qualm.example' });
    expect(await guarded.check(url)).toBe('own_address');
  });
});

describe('a host, if an operator allows only some,', () => {
  const PUBLIC = '93.184.216.34';
  const guarded = (addresses = [PUBLIC]): EgressClient =>
    client({
      allowed: '10.0.0.0/8',
      hosts: 'Hooks.Example.com., *.bücher.example',
      resolver: new ScriptedResolver([addresses]),
    });

  it.each([
    ['https://hooks.example.com/', null],
    ['https://HOOKS.example.com.:8443/', null],
    ['https://hooks.ex%61mple.com/', null],
    ['https://hooks。example。com/', null],
    ['https://shop.BÜCHER.example/', null],
    ['https://a.b.xn--bcher-kva.example./', null],
    ['https://other.example.com/', 'host_not_allowed'],
    ['https://a.hooks.example.com/', 'host_not_allowed'],
    ['https://bücher.example/', 'host_not_allowed'],
    ['https://evilbücher.example/', 'host_not_allowed'],
    ['https://hooks.example.com.evil.example/', 'host_not_allowed'],
    ['https://hooks-example.com/', 'host_not_allowed'],
    ['https://hооks.example.com/', 'host_not_allowed'],
    ['https://evil.example/hooks.example.com', 'host_not_allowed'],
    ['https://evil.example?@hooks.example.com', 'host_not_allowed'],
    ['https://evil.example\\@hooks.example.com/', 'host_not_allowed'],
    ['https://hooks.example.com@evil.example/', 'credentials'],
    ['https://hooks.example.com../', 'host'],
    ['https://*.bücher.example/', 'host'],
    [`https://${PUBLIC}/`, 'host'],
    ['https://0x5db8d822/', 'host'],
    ['https://10.0.0.1/', null],
  ])('is judged by its name as a browser would read it: %s has the fault %p', async (url, cause) => {
    expect(await guarded().check(url)).toBe(cause);
  });

  it('is refused again when a request is sent, without asking DNS', async () => {
    const resolver = new ScriptedResolver([[PUBLIC]]);
    const connect = jest.spyOn(Socket.prototype, 'connect');
    expect(await faultOf(get(client({ hosts: 'hooks.example.com', resolver }), 'https://other.example.com/'))).toBe(
      'host_not_allowed',
    );
    expect([connect.mock.calls.length, resolver.calls]).toEqual([0, 0]);
    connect.mockRestore();
  });

  it('must still have a public address', async () => {
    expect(await guarded(['192.168.0.1']).check('https://hooks.example.com/')).toBe('private_address');
  });
});

describe('a request to a customer', () => {
  let receiver: StandIn;
  beforeAll(async () => {
    receiver = await startStandIn(json(200, {}));
  });
  afterAll(() => receiver.close());

  it('sends the body and headers, and returns status, headers and body', async () => {
    receiver.behave(json(201, { ok: true }, { 'x-reply': 'yes' }));
    const answer = await client(LOCAL).send({
      url: `${receiver.url}/in?a=1`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sent': 'yes' },
      body: '{"a":1}',
      timeoutMs: 5_000,
      maxBytes: 100,
    });
    expect([answer.status, answer.headers['x-reply'], answer.body.toString()]).toEqual([201, 'yes', '{"ok":true}']);
    const [received] = receiver.requests;
    expect([received?.url.search, received?.headers['x-sent'], received?.body]).toEqual(['?a=1', 'yes', '{"a":1}']);
  });

  it('follows no redirect', async () => {
    receiver.behave(json(302, '', { location: 'http://169.254.169.254/latest/meta-data' }));
    expect((await get(client(LOCAL), receiver.url)).status).toBe(302);
    expect(receiver.requests).toHaveLength(1);
  });

  it('reads no proxy variable', async () => {
    receiver.behave(json(200, {}));
    const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' };
    Object.assign(process.env, proxies);
    const { status } = await get(client(LOCAL), receiver.url);
    for (const name of Object.keys(proxies)) delete process.env[name];
    expect(status).toBe(200);
  });

  it('reads no more of an answer than the limit', async () => {
    receiver.behave((_, response) => {
      const more = (): void => void (response.write('x'.repeat(50)) && setImmediate(more));
      more();
    });
    const { body, isCut } = await get(client(LOCAL), receiver.url);
    expect([body.length, isCut]).toEqual([100, true]);
  });

  it.each<[string, Parameters<StandIn['behave']>[0]]>([
    ['never answers', () => undefined],
    ['stops in the middle of its body', (_, response) => void response.writeHead(200).write('x')],
    ['sends its body byte by byte', (_, response) => void drip(response.writeHead(200))],
  ])('has one timeout for everything: a receiver that %s', async (_, handler) => {
    receiver.behave(handler);
    expect(await faultOf(get(client(LOCAL), receiver.url, 150))).toBe('timeout');
  });

  it('has the same timeout for DNS', async () => {
    class HangingResolver extends HostResolver {
      override resolve(_host: string, signal: AbortSignal): Promise<string[]> {
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve([])));
      }
    }
    const hanging = client({ resolver: new HangingResolver() });
    expect(await faultOf(get(hanging, 'https://hooks.example.com/', 100))).toBe('timeout');
  });

  it('distinguishes a reset connection from a failed TLS handshake', async () => {
    const resetting = createServer((socket) => socket.on('data', () => socket.resetAndDestroy())).listen(
      0,
      '127.0.0.1',
    );
    await once(resetting, 'listening');
    const { port } = resetting.address() as AddressInfo;
    const urls = [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, receiver.url.replace('http:', 'https:')];
    const faults = await Promise.all(urls.map((url) => faultOf(get(client(LOCAL), url))));
    resetting.close();
    expect(faults).toEqual(['connection', 'tls', 'tls']);
  });

  it('fails as a connection error if nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await faultOf(get(client(LOCAL), `http://127.0.0.1:${port}/`))).toBe('connection');
  });
});
