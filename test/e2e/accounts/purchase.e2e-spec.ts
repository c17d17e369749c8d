import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import type { TestApp } from '../../support/app.js';
import { accessibilityViolations, describeInBrowser, launchChromium, visitor } from '../../support/chromium.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { TestStripe } from '../../support/stand-ins/stripe.js';
import { until } from '../../support/until.js';

const PASSWORD = 'correct horse battery';

describeInBrowser('a visitor', () => {
  let app: TestApp;
  let stripe: TestStripe;
  let browser: Browser;

  beforeAll(async () => {
    stripe = await TestStripe.start();
    const env = {
      ...stripe.env,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      PLAN_PRICES: '$0,$49,$199,$699,ask',
    };
    app = await startPublicApp({ worker: true, env });
    stripe.webhookUrl = `${app.baseUrl}/billing/stripe/webhook`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    await stripe.close();
  });

  it('signs up, confirms the address, pays for a plan, comes back to its credits, and buys a report', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Replyline' });
    const { context, page, violations } = await visitor(browser, app, { elsewhere: stripe.url });
    const email = `${randomBytes(6).toString('hex')}@purchase.example`;
    await page.goto('/signup');
    for (const [name, value] of Object.entries({ team: 'Ridgeway', email, password: PASSWORD })) {
      await page.fill(`input[name=${name}]`, value);
    }
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { level: 1, name: /day, / }).waitFor();
    const buys = page.getByRole('button', { name: 'Buy Growth' });
    await page.goto('/app/settings/billing');
    const isOffered = { unconfirmed: await buys.isEnabled(), waiting: true };
    const mail = await until(async () =>
      (await app.get(MailsService).list(100)).find(({ to, kind }) => to === email && kind === 'verify-email'),
    );
    await page.goto(mail.links[0] ?? '');
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.goto('/app/settings/billing?returned=1&had=9');
    isOffered.waiting = await buys.isEnabled();
    expect(isOffered).toEqual({ unconfirmed: false, waiting: false });
    await page.goto('/');
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await buys.click();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Your payment has arrived').waitFor();
    await page.goto('/app/credits');
    await page.getByText('Monthly refill: plan started').waitFor();
    await page.goto(`/products/${product}`);
    await page.getByRole('button', { name: 'Generate report · 1 credit' }).click();
    await page.getByText('What they complain about').waitFor();
    expect([violations, await app.get(CreditsService).verify()]).toEqual([[], []]);
    await context.close();
  });
});
