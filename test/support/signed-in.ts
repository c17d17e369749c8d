import type { PlanTier } from '#config/env.js';
import type { TestApp } from './app.js';
import { Browser, type Page } from './browser.js';
import { PASSWORD, signUp } from './clients/oauth.js';

/** A browser of a logged-in person, and their data for a test. */
export interface SignedIn {
  browser: Browser;
  teamId: string;
  userId: string;
  email: string;
  /** Loads a page of the app by its path. */
  open(path: string): Promise<Page>;
  /** Submits a form of a page and follows the redirects of the answer. */
  send(page: Page, ending: string, fields?: Record<string, string>): Promise<Page>;
}

/** Logs in a new person who owns a new team. */
export async function signedIn(app: TestApp, tier: PlanTier = 'growth', credits = 0): Promise<SignedIn> {
  const person = await signUp(app, tier, credits);
  const browser = new Browser();
  const open = (path: string): Promise<Page> => browser.open(new URL(path, app.origin));
  const login = await open('/login');
  await browser.submit(login, '/login?next=%2F', { email: person.email, password: PASSWORD });
  const send = async (page: Page, ending: string, fields: Record<string, string> = {}): Promise<Page> => {
    let answer = await browser.submit(page, ending, fields);
    while (answer.next) answer = await browser.open(answer.next);
    return answer;
  };
  return { browser, ...person, open, send };
}
