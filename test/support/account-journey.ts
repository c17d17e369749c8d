import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { MailsService } from '#platform/mail/mails.service.js';
import type { TestApp } from './app.js';
import { press, sees } from './looks.js';
import { until } from './until.js';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a better horse battery';
const SECURITY = '/app/settings/security';

/** A person at a browser, with the mails that the service writes to them. */
class Person {
  readonly email = `${randomBytes(6).toString('hex')}@journey.example`;

  constructor(
    private readonly app: TestApp,
    readonly page: Page,
  ) {}

  /** Opens the link of the newest mail of a kind. Some mails are written after the page was sent. */
  async openMail(kind: string): Promise<void> {
    const link = await until(async () => {
      const mails = await this.app.get(MailsService).list(1_000);
      return mails.find((mail) => mail.to === this.email && mail.kind === kind)?.links[0];
    });
    await this.page.goto(link);
  }

  async fill(fields: Record<string, string>, button: string): Promise<void> {
    const inputs = Object.entries(fields).map(
      ([name, value]) => [this.page.locator(`input[name=${name}]`), value] as const,
    );
    for (const [input, value] of inputs) await input.fill(value);
    await press(this.page.getByRole('button', { name: button, exact: true }), ...inputs.map(([input]) => input));
  }

  /** Clicks a button that people can see, read and reach on a screen and on a phone, one of them dark. */
  click(button: string): Promise<void> {
    return press(this.page.getByRole('button', { name: button, exact: true }));
  }

  /** Waits for a text, which people can read on a screen and on a phone, one of them dark. */
  async sees(text: string): Promise<void> {
    const shown = this.page.getByText(text).first();
    await shown.waitFor();
    await sees(this.page, shown);
  }

  /** Confirms the address, after the sign-up. */
  async confirm(): Promise<void> {
    await this.openMail('verify-email');
    await this.click('Confirm the address');
    await this.sees('Your address is confirmed');
  }

  /** Logs out from the menu of the account. */
  async logOut(): Promise<void> {
    await press(this.page.locator('[popovertarget=account-menu]'));
    await this.click('Log out');
  }

  async logIn(password: string): Promise<void> {
    await this.page.goto('/login');
    await this.fill({ email: this.email, password }, 'Log in');
  }
}

/** Signs up, confirms the address, forgets the password and chooses another one. */
async function signUpAndReset(owner: Person): Promise<void> {
  await owner.page.goto('/signup');
  await owner.fill({ team: 'Journey', email: owner.email, password: PASSWORD }, 'Sign up');
  await owner.page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
  await owner.confirm();
  await owner.page.goto('/');
  await owner.logOut();
  await owner.page.goto('/login');
  await owner.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await owner.fill({ email: owner.email }, 'Send the link');
  await owner.sees('the operator of this service has a link for it');
  await owner.openMail('reset-password');
  await owner.fill({ password: NEW_PASSWORD }, 'Change the password');
  await owner.sees('Your password was changed');
  await owner.logIn(NEW_PASSWORD);
  await owner.page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
}

/** Adds a second factor, loses the phone, logs in with a recovery code, and turns the factor off with another one. */
async function loseThePhone(owner: Person): Promise<void> {
  await owner.page.goto(SECURITY);
  await owner.click('Set up two-factor authentication');
  const secret = ((await owner.page.locator('pre code').textContent()) ?? '').replaceAll(' ', '');
  await owner.fill({ code: new TOTP({ secret }).generate() }, 'Turn on');
  const codes = ((await owner.page.locator('#recovery-codes').textContent()) ?? '').split('\n');
  await owner.logOut();
  await owner.logIn(NEW_PASSWORD);
  await owner.fill({ code: codes[0] ?? '' }, 'Log in');
  await owner.page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
  await owner.page.goto('/app/settings/two-factor');
  await owner.page.locator('#field-password').fill(NEW_PASSWORD);
  await owner.page.locator('#field-off').fill(codes[1] ?? '');
  await owner.click('Turn off');
  await owner.sees('Two-factor authentication is off.');
}

/** Invites a person, who signs up and joins; changes the role of the person, and removes them. */
async function inviteAndRemove(owner: Person, guest: Person): Promise<void> {
  await owner.page.goto('/app/settings/team');
  await owner.page.locator('form[action$="/invitations"] select').selectOption('viewer');
  await owner.fill({ email: guest.email }, 'Invite');
  await guest.openMail('invitation');
  const invitation = guest.page.url();
  await guest.page.getByRole('link', { name: 'Sign up to join' }).click();
  await guest.fill({ email: guest.email, password: PASSWORD }, 'Sign up');
  await guest.confirm();
  await guest.page.goto(invitation);
  await guest.click('Join');
  await guest.page.getByRole('heading', { level: 1, name: /day, / }).waitFor();

  await owner.page.goto('/app/settings/team');
  await owner.page.getByLabel(`Role of ${guest.email}`, { exact: true }).selectOption('admin');
  await owner.click(`Set the role of ${guest.email}`);
  await guest.page.goto('/app/settings/team');
  await guest.page.getByRole('button', { name: 'Invite', exact: true }).waitFor();
  await owner.page.getByLabel(`Remove ${guest.email}`, { exact: true }).click();
  await owner.click(`Remove ${guest.email} and disconnect their assistants`);
  await owner.page.getByRole('cell', { name: guest.email, exact: true }).waitFor({ state: 'detached' });
  await guest.page.goto('/app/credits');
  await guest.sees('Create a team');
}

/** Deletes the account of a person, who can then no longer log in. */
async function leave(guest: Person): Promise<void> {
  await guest.page.goto(SECURITY);
  await guest.page.locator('#field-deleted-email').fill(guest.email);
  await guest.click('Delete my account');
  await guest.sees('Your account is deleted');
  await guest.logIn(PASSWORD);
  await guest.sees('The email address or the password is wrong.');
}

/** The life of two accounts, each in a separate browser, from the sign-up to the deletion. */
export async function accountJourney(app: TestApp, owner: Page, guest: Page): Promise<void> {
  const [first, second] = [new Person(app, owner), new Person(app, guest)];
  await signUpAndReset(first);
  await loseThePhone(first);
  await inviteAndRemove(first, second);
  await leave(second);
}
