import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/browser.js';
import { signedIn } from '../../../test/support/signed-in.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_ANONYMOUS: '1', SIGN_IN_ATTEMPTS_PER_ADDRESS: '1' } });
});

afterAll(() => app.close());

describe('a page over its limit', () => {
  it('tells a visitor when to try again', async () => {
    const browser = new Browser();
    const pages = [await browser.open(`${app.origin}/products`), await browser.open(`${app.origin}/products`)];
    expect(pages.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [200, null],
      [429, expect.stringMatching(/^\d+$/)],
    ]);
  });

  it('tells a person who is logged in when to try again', async () => {
    const strict = await startTestApp({ beside: app, env: { RATE_LIMIT_BROWSER: '2' } });
    const { open } = await signedIn(strict);
    const pages = [];
    for (let page = 0; page < 3; page++) pages.push(await open('/app/credits'));
    await strict.close();
    expect(pages.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [200, null],
      [200, null],
      [429, expect.stringMatching(/^\d+$/)],
    ]);
  });

  it('tells a person who creates too many accounts when to try again', async () => {
    const browser = new Browser();
    const signUp = async (email: string) =>
      browser.submit(await browser.open(`${app.origin}/signup`), '/signup?next=%2F', {
        email,
        password: 'correct horse battery',
        team: 'Acme',
      });
    const pages = [await signUp('one@example.com'), await signUp('two@example.com')];
    expect(pages.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [303, null],
      [429, expect.stringMatching(/^\d+$/)],
    ]);
  });
});
