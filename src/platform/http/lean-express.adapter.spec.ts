import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response, Router } from 'express';
import { LeanExpressAdapter } from './lean-express.adapter.js';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One route for each Express feature that this service or one of its libraries uses. */
function declareRoutes(app: Express): void {
  app.set('trust proxy', 1);
  app.get('/json', (_, response) => void response.status(201).json({ text: 'é', nothing: null }));
  app.get('/text', (_, response) => void response.type('txt').send('plain'));
  app.get('/bytes', (_, response) => void response.send(Buffer.from([1, 2, 3])));
  app.get('/empty', (_, response) => void response.sendStatus(204));
  app.get('/headers', (_, response) => {
    response.append('X-Several', 'one').append('X-Several', 'two').vary('Accept').links({ next: '/2' });
    response.set('X-Own', response.get('x-several')?.toString()).end();
  });
  app.get('/asked/:id', ({ ip, ips, hostname, protocol, secure, path, originalUrl, params, query, xhr }, response) => {
    response.json({ ip, ips, hostname, protocol, secure, path, originalUrl, params, query, xhr });
  });
  app.get('/accepted', (asked, response) => {
    response.json([
      asked.accepts(['json', 'html']),
      asked.is('html'),
      asked.get('X-Own'),
      asked.acceptsLanguages('fr'),
    ]);
  });
  app.get('/redirect', (_, response) => void response.redirect(303, '/elsewhere?a=ü'));
  app.get('/cookie', (_, response) => {
    response.cookie('a', 'b c', { httpOnly: true, sameSite: 'lax', maxAge: 60_000, expires: new Date(0) });
    response.clearCookie('old').end();
  });
  app.get('/stream', async (_, response) => {
    response.attachment('list.csv');
    await pipeline(Readable.from(['first\n', 'second\n']), response);
  });
  app.get('/file', (_, response) => void response.sendFile('package.json', { root: process.cwd(), maxAge: '1h' }));
  app.post(
    '/echo',
    express.json(),
    ({ body }: Request, response: Response) => void response.json({ body: body as object }),
  );
  app.get('/thrown', () => {
    throw new Error('thrown');
  });
  app.get('/rejected', () => Promise.reject(new Error('rejected')));
  app.get('/half', (_, response, next) => {
    response.set('X-Own', 'kept');
    next(Object.assign(new Error('half'), { status: 418 }));
  });
  const mounted = express().get('/inside', ({ baseUrl, url, app: inner }, response) => {
    response.json({ baseUrl, url, mountpath: inner.mountpath });
  });
  app.use('/mounted', mounted);
  app.use(
    '/routed',
    Router().get('/inside', ({ baseUrl }, response) => void response.json({ baseUrl })),
  );
  app.get(
    '/after',
    (asked, response) => void response.json([asked.app === app, response.app === app, response.req === asked]),
  );
  app.use((error: Error & { status?: number }, _: Request, response: Response, next: NextFunction) => {
    if (error.message === 'thrown') next(error);
    else response.status(error.status ?? 500).json({ message: error.message });
  });
}

async function listen(adapter: ExpressAdapter): Promise<Server> {
  const app = adapter.getInstance<Express>();
  app.disable('etag').disable('x-powered-by').set('env', 'test');
  adapter.initHttpServer({});
  declareRoutes(app);
  const server = adapter.getHttpServer() as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function ask(
  server: Server,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { host: 'qualm.test', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            const { date, ...shown } = response.headers;
            resolve({
              status: response.statusCode ?? 0,
              headers: shown,
              // The page of an error has its stack, whose line in Node differs with a second listener.
              body: Buffer.concat(chunks)
                .toString('latin1')
                .replace(/node:events:[\d:]+/, 'node:events'),
            });
          });
      },
    );
    sent.on('error', reject).end(body);
  });
}

describe('the lean adapter', () => {
  let plain: Server;
  let lean: Server;

  beforeAll(async () => {
    // A cookie's expiry names the second in which it was set.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    plain = await listen(new ExpressAdapter(express()));
    lean = await listen(new LeanExpressAdapter());
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all([plain, lean].map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it.each<[method: string, path: string, headers?: Record<string, string>, body?: string]>([
    ['GET', '/json'],
    ['HEAD', '/json'],
    ['OPTIONS', '/json'],
    ['GET', '/text'],
    ['GET', '/bytes'],
    ['GET', '/empty'],
    ['GET', '/headers'],
    ['GET', '/asked/a%20b?c=1&c=2&d'],
    ['GET', '/asked/1', { 'x-forwarded-for': '203.0.113.7, 198.51.100.2', 'x-forwarded-proto': 'https' }],
    ['GET', '/accepted', { accept: 'text/html', 'accept-language': 'de, fr', 'x-own': 'mine' }],
    ['GET', '/redirect', { accept: 'text/html' }],
    ['GET', '/cookie'],
    ['GET', '/stream'],
    ['GET', '/file'],
    ['GET', '/file', { range: 'bytes=0-9' }],
    ['POST', '/echo', { 'content-type': 'application/json' }, '{"a":[1]}'],
    ['POST', '/echo', { 'content-type': 'application/json' }, '{'],
    ['GET', '/thrown'],
    ['GET', '/rejected'],
    ['GET', '/half'],
    ['GET', '/mounted/inside'],
    ['GET', '/routed/inside'],
    ['GET', '/after'],
    ['GET', '/nowhere'],
    ['DELETE', '/json'],
  ])('answers %s %s as plain Express does', async (method, path, headers = {}, body = undefined) => {
    expect(await ask(lean, method, path, headers, body)).toEqual(await ask(plain, method, path, headers, body));
  });

  it('keeps no state of a mounted application for later requests on the same connection', async () => {
    await ask(lean, 'GET', '/mounted/inside', { connection: 'keep-alive' });
    expect((await ask(lean, 'GET', '/after', {})).body).toBe('[true,true,true]');
  });
});
