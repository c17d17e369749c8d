import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import type { TestApp } from '../../support/app.js';
import { describeInBrowser, launchChromium, visitor } from '../../support/chromium.js';
import { startPublicApp } from '../../support/clients/oauth.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

describeInBrowser('no word is broken over two lines', () => {
  let app: TestApp;
  let browser: Chromium;
  let member: SignedIn;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    app = await startPublicApp({ worker: true, env: { ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
    await app.inWorker(processorOf(GenerateReport)).worker.pause();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  beforeEach(async () => {
    member = await signedIn(app, 'growth', 20);
    ({ context, page } = await visitor(browser, app));
    await context.addCookies(member.browser.cookiesFor(app.origin));
  });
  afterEach(() => context.close());

  async function reported(name: string): Promise<string> {
    const id = await createReviewedProduct(app.database, { name });
    await app.get(ReportGenerationService).generateFree(id);
    const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE item = $1 AND state = 'queued'`, [
      id,
    ]);
    await app.inWorker(RunExecutor).execute('generate_report', run.id);
    return id;
  }

  /** The words within `selector` that stand on more than one line, in windows of these widths. */
  async function brokenWords(selector: string, widths: readonly number[]): Promise<string[]> {
    const broken: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      broken.push(...(await page.locator(selector).evaluateAll(wordsOnTwoLines)).map((word) => `${width} px: ${word}`));
    }
    return broken;
  }

  it('in the name of the app beside the long name of a team', async () => {
    const name = 'Operations and Customer Success of Northwind Traders Europe';
    await app.database.execute('UPDATE teams SET name = $2 WHERE id = $1', [member.teamId, name]);
    await page.goto('/');
    expect(await brokenWords('.brand', [1440, 390])).toEqual([]);
  });

  it('in a theme of the home page that is new since the report before, and has no months', async () => {
    const id = await reported('Without months');
    await app.database.execute(
      `WITH before AS (
         INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, generated_at)
         SELECT gen_random_uuid(), product_id, engine, '', '[]', 0, metadata, generated_at - interval '1 day'
         FROM reports WHERE product_id = $1)
       UPDATE reports SET themes = (SELECT json_agg(theme::jsonb || '{"months": [], "change": null}')
                                    FROM json_array_elements(themes) theme) WHERE product_id = $1`,
      [id],
    );
    await page.goto(`/products/${id}`);
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.goto('/');
    await page.locator('.change').first().waitFor();
    expect(await brokenWords('.change b', [360, 390, 430])).toEqual([]);
  });

  it('in the committee of an opportunity', async () => {
    const company = `Whole ${randomUUID()}`;
    const people = Array.from({ length: 3 }, (_, index) => ({
      ...{ name: `Marguerite Hollingsworth ${index}`, company, title: 'Vice President of Customer Operations' },
      ...{ email: `marguerite.hollingsworth-${index}@northwind-traders.example.com`, phone: `+1 555 010 ${index}` },
    }));
    await importLines(app, ContactsImporter, people);
    await page.goto(`/app/opportunities/${await insertReviewOpportunity(app.database, { company })}`);
    await page.getByRole('button', { name: /Reveal the committee/ }).click();
    await page.getByLabel('unlock the email of Marguerite Hollingsworth 0').check();
    await page.getByLabel('unlock the phone of Marguerite Hollingsworth 1').check();
    await page.getByRole('button', { name: /Unlock selected/ }).click();
    await page.getByRole('link', { name: 'marguerite.hollingsworth-0@' }).waitFor();
    const words = '.committee :is(label, th, strong, a[href^="tel:"])';
    expect(await brokenWords(words, [1280, 1440, 1600])).toEqual([]);
  });

  it('in the rows and columns of a comparison on a phone', async () => {
    const ids = [await reported('Documentation'), await reported('Beside it')];
    await app.database.execute(
      `UPDATE reports SET themes = jsonb_set(themes::jsonb, '{0,category_name}', '"Customization and documentation are missing"')::json
       WHERE product_id = ANY($1)`,
      [ids],
    );
    await page.goto(`/app/compare?ids=${ids.join(',')}`);
    expect(await brokenWords('.heat :is(th, td)', [360, 390])).toEqual([]);
  });
});

/** Runs in the page, so it must be self-contained. */
function wordsOnTwoLines(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.unseen')) continue;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}
