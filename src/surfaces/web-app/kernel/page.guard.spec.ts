import { startTestApp, type TestApp } from '../../../../test/support/app.js';
import { Browser, type Page } from '../../../../test/support/browser.js';
import { signedIn } from '../../../../test/support/signed-in.js';

let app: TestApp;

beforeAll(async () => {
  const env = { RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_BROWSER: '2', SIGN_IN_ATTEMPTS_PER_ADDRESS: '1' };
  app = await startTestApp({ env });
});

afterAll(() => app.close());

describe('a page over its limit', () => {
  const TWO_PAGES = [
    [200, null],
    [200, null],
    [429, expect.stringMatching(/^\d+$/)],
  ];
  const threePages = async (open: () => Promise<Page>): Promise<unknown[]> => {
    const answers = [await open(), await open(), await open()];
    return answers.map(({ status, headers }) => [status, headers.get('retry-after')]);
  };

  it('B13: tells a visitor when to try again, and leaves the calls of the API apart', async () => {
    const browser = new Browser();
    expect(await threePages(() => browser.open(`${app.origin}/products`))).toEqual(TWO_PAGES);
    expect((await fetch(`${app.baseUrl}/products`)).status).toBe(200);
  });

  it.each(['/app/credits', '/'])('tells a person who is logged in when to try again, at %s', async (path) => {
    const { open } = await signedIn(app);
    expect(await threePages(() => open(path))).toEqual(TWO_PAGES);
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
