import { startTestApp, type TestApp } from '../../../../test/support/app.js';
import { Browser, type Page } from '../../../../test/support/browser.js';
import { signedIn } from '../../../../test/support/signed-in.js';

/** The log-in and sign-up pages of the other tests count in the window of their address. */
const PAGES = 12;

let app: TestApp;

beforeAll(async () => {
  const env = {
    RATE_LIMIT_ANONYMOUS: '1',
    RATE_LIMIT_BROWSER: String(PAGES),
    SIGN_IN_ATTEMPTS_PER_ADDRESS: '1',
    TRUSTED_PROXY_HOPS: '1',
  };
  app = await startTestApp({ env });
});

afterAll(() => app.close());

describe('a page over its limit', () => {
  const allButLast = [...Array<unknown>(PAGES).fill([200, null]), [429, expect.stringMatching(/^\d+$/)]];
  const onePageTooMany = async (open: () => Promise<Pick<Page, 'status' | 'headers'>>): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (let page = 0; page <= PAGES; page++) {
      const { status, headers } = await open();
      answers.push([status, headers.get('retry-after')]);
    }
    return answers;
  };

  it('B13: tells a visitor when to try again, and leaves the calls of the API apart', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    expect(await onePageTooMany(() => fetch(`${app.origin}/products`, { headers }))).toEqual(allButLast);
    expect((await fetch(`${app.baseUrl}/products`, { headers })).status).toBe(200);
  });

  it.each(['/app/credits', '/'])('tells a person who is logged in when to try again, at %s', async (path) => {
    const { open } = await signedIn(app);
    expect(await onePageTooMany(() => open(path))).toEqual(allButLast);
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
