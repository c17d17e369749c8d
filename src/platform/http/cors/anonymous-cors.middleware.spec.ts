import { startTestApp, type TestApp } from '../../../../test/support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const ask = (path: string, method = 'GET') =>
  fetch(app.baseUrl + path, { method, headers: { origin: 'https://elsewhere.example' } });

describe('a page of another origin', () => {
  it.each([
    '/products',
    '/products/',
    `/products/${ID}/pain-points`,
    `/products/${ID}/competitors`,
    '/ping',
    '/health',
    '/health/ready',
    '/openapi.json',
  ])('can read the anonymous route %s', async (path) => {
    expect((await ask(path)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['/account', '/opportunities', '/watchlist', `/products/${ID}`, `/products/${ID}/x/competitors`, '/nothing'])(
    'cannot read %s',
    async (path) => {
      expect((await ask(path)).headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('learns its permissions from a preflight request', async () => {
    const [open, closed] = [await ask('/products', 'OPTIONS'), await ask('/account', 'OPTIONS')];
    expect([open.status, open.headers.get('access-control-allow-methods'), closed.status]).toEqual([
      204,
      'GET, HEAD',
      404,
    ]);
  });
});
