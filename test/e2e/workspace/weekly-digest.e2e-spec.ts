import { randomBytes } from 'node:crypto';
import { SCOPES } from '#access/policy/key.scopes.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { DestinationDispatcher } from '#workspace/destinations/destination.dispatcher.js';
import { DestinationsSubscriber } from '#workspace/destinations/destinations.subscriber.js';
import { lastDueWeek } from '#workspace/weekly-digest/digest.week.js';
import { WeeklyDigests } from '#workspace/weekly-digest/weekly-digests.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, MANY_REVIEWS } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';
import { says, TestSlack } from '../../support/stand-ins/slack.js';
import { until } from '../../support/until.js';
import { withClockOff } from '../../support/processes/wrong-clock.js';

const PRODUCT = 'File<box> & co';
const WEEK = lastDueWeek(new Date());

let app: TestApp;
let slack: TestSlack;
let productId: string;

beforeAll(async () => {
  slack = await TestSlack.start();
  app = await startTestApp({
    worker: true,
    env: {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      SLACK_WEBHOOK_HOSTS: '127.0.0.1',
      PUBLIC_URL: 'https://qualm.example',
      DESTINATION_RETRY_SECONDS: '0,0,0',
      SWEEP_INTERVAL_SECONDS: '3600',
    },
  });
  await app.inWorker(processorOf(GenerateReport)).worker.pause();
  productId = await createReviewedProduct(app.database, { name: PRODUCT });
  await makeReport();
  await changeReviews();
  await makeReport();
  // A second report in the week, which differs in nothing.
  await app.database.execute('UPDATE products SET review_changes = review_changes + 1 WHERE id = $1', [productId]);
  await makeReport();
  await app.database.execute(
    `UPDATE reports SET generated_at = CASE place WHEN 1 THEN $2::timestamptz - interval '1 day' WHEN 2 THEN $2 ELSE $2::timestamptz + interval '1 day' END
     FROM (SELECT id, row_number() OVER (ORDER BY generated_at) AS place FROM reports WHERE product_id = $1) report
     WHERE reports.id = report.id`,
    [productId, WEEK.from],
  );
  await app.database.execute('UPDATE products SET report_generated_at = $2 WHERE id = $1', [productId, WEEK.from]);
  const id = await insertReviewOpportunity(app.database, { productName: PRODUCT });
  await app.database.execute('UPDATE opportunities SET created_at = $2 WHERE id = $1', [id, WEEK.from]);
});
afterAll(async () => {
  await slack.close();
  await app.close();
});
beforeEach(() => {
  slack.answer();
  slack.shown.length = 0;
});

async function makeReport(): Promise<void> {
  await app.get(ReportGenerationService).generateFree(productId);
  const run = await app.database.one<{ id: string }>(`SELECT id FROM runs WHERE state = 'queued'`);
  await app.inWorker(RunExecutor).execute('generate_report', run.id);
}

/** Adds complaints about crashes, and removes those about prices. */
async function changeReviews(): Promise<void> {
  const crashes = Array.from({ length: 3 }, () => MANY_REVIEWS.slice(0, 8)).flat();
  const other = await createReviewedProduct(app.database, {
    reviews: crashes.map((review, index) => ({ ...review, text: `${review.text} Device ${index}.` })),
  });
  await app.database.execute('UPDATE reviews SET product_id = $1 WHERE product_id = $2', [productId, other]);
  await app.database.execute(`DELETE FROM reviews WHERE product_id = $1 AND text ~ 'pric|xpensive'`, [productId]);
  await app.database.execute('UPDATE products SET review_changes = review_changes + 1 WHERE id = $1', [productId]);
}

/** A person with a confirmed address, in a team that has followed the product for long. */
async function reader(followed = productId): Promise<SignedIn> {
  const person = await signedIn(app);
  await app.database.execute('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.userId]);
  await app.database.execute(`UPDATE memberships SET created_at = now() - interval '30 days' WHERE user_id = $1`, [
    person.userId,
  ]);
  await app.database.execute('INSERT INTO follows (team_id, product_id) VALUES ($1, $2)', [person.teamId, followed]);
  return person;
}

const send = (): Promise<number> => app.inWorker(WeeklyDigests).sendDue();

const mailsTo = async ({ email }: SignedIn) =>
  (await app.get(MailsService).list(200)).filter(({ to, kind }) => to === email && kind === 'weekly-digest');

describe('the weekly digest by mail', () => {
  it('has what rose and fell, the new people and a picture inside', async () => {
    const person = await reader();
    await send();
    const [mail] = await mailsTo(person);
    const { text, html } = await app.get(MailsService).get(mail?.id ?? '');
    expect(mail?.subject).toMatch(/^Your week: \d+ problems? rose, \d+ fell, 1 new person$/);
    expect(text).toMatch(/File<box> & co\. Rose: .*\(\d+ → \d+ mentions\).*Fell: .*1 new person to reach/);
    expect(html).toContain('<img src="cid:picture@qualm" alt="What rose and fell');
    expect(html).toContain('File&lt;box> &amp; co');
    expect(html).not.toContain('src="http');
  });

  it('is sent once, however many workers send it and however often', async () => {
    const person = await reader();
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await mailsTo(person)).toHaveLength(1);
  });

  it('is not sent before its time by a worker whose clock is days ahead', async () => {
    const person = await reader();
    await withClockOff(8, async () => {
      await send();
      await app.inWorker(DestinationsSubscriber).tellWeek();
    });
    const told = 'SELECT week::text FROM weekly_digests WHERE user_id = $1';
    expect(await app.database.query(told, [person.userId])).toEqual([{ week: WEEK.name }]);
    const subjects = `SELECT DISTINCT subject FROM destination_deliveries WHERE news = 'weekly' AND subject > $1`;
    expect(await app.database.query(subjects, [WEEK.name])).toEqual([]);
  });

  it('is not sent when nothing is new, when no product is followed, and to an address that is not confirmed', async () => {
    const quiet = await reader(await createReviewedProduct(app.database, { name: 'Quietbox' }));
    const unconfirmed = await reader();
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [unconfirmed.userId]);
    const without = await reader();
    await app.database.execute('DELETE FROM follows WHERE team_id = $1', [without.teamId]);
    await send();
    expect(await Promise.all([quiet, unconfirmed, without].map(mailsTo))).toEqual([[], [], []]);
  });

  it('is stopped with one click of a mail reader, and started again in the settings', async () => {
    const person = await reader();
    await send();
    const [mail] = await mailsTo(person);
    const { pathname } = new URL(mail?.links.at(-1) ?? '');
    const stopped = await fetch(app.origin + pathname, { method: 'POST' });
    await app.database.execute('DELETE FROM weekly_digests WHERE user_id = $1', [person.userId]);
    await send();
    expect([stopped.status, (await mailsTo(person)).length]).toEqual([200, 1]);
    await person.send(await person.open('/app/settings/my-data'), '/my-data/weekly');
    await send();
    expect(await mailsTo(person)).toHaveLength(2);
  });

  it('is not stopped by a link that is not ours', async () => {
    const person = await reader();
    const forged = `${person.teamId}.${person.userId}.${'A'.repeat(43)}`;
    const asked = await Promise.all(
      ['GET', 'POST'].map((method) => fetch(`${app.baseUrl}/weekly-digests/${forged}`, { method })),
    );
    expect(asked.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('the weekly digest in Slack', () => {
  /** A team with a channel that was there when the week was due. */
  async function channel(): Promise<{ key: string; id: string }> {
    const { teamId } = await reader();
    const { key } = await createKey(app, { teamId, scopes: SCOPES });
    const body = { kind: 'slack', name: '#week', secret: slack.webhook('WEEK'), news: ['weekly'] };
    const { id } = (await call(app, 'POST', '/destinations', { key, body })).body.data as { id: string };
    await app.database.execute(`UPDATE destinations SET created_at = now() - interval '30 days' WHERE id = $1`, [id]);
    return { key, id };
  }
  const open = `SELECT count(*)::int AS open FROM destination_deliveries WHERE status = 'pending'`;
  /** Tells the week, and returns when it is sent, also if another round of the worker sends it. */
  const tell = async (): Promise<void> => {
    await app.inWorker(DestinationsSubscriber).tellWeek();
    await until(async () => {
      await app.inWorker(DestinationDispatcher).dispatch();
      return (await app.database.one<{ open: number }>(open)).open === 0;
    });
  };
  const logOf = async ({ key, id }: { key: string; id: string }) =>
    (await call(app, 'GET', `/destinations/${id}/deliveries`, { key })).body.data as { status: string; news: string }[];

  it('is shown once, with a picture that Slack can fetch', async () => {
    const destination = await channel();
    await Promise.all([tell(), tell()]);
    await tell();
    const image = slack.shown[0]?.blocks.find(({ type }) => type === 'image');
    const picture = await fetch(app.origin + new URL(image?.image_url ?? '').pathname);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(await logOf(destination)).toMatchObject([{ status: 'succeeded', news: 'weekly' }]);
    expect([slack.shown.length, picture.status, picture.headers.get('content-type')]).toEqual([1, 200, 'image/png']);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(JSON.stringify(slack.shown)).toContain('File&lt;box&gt; &amp; co');
  });

  it('shows its picture no more while the team is suspended', async () => {
    await channel();
    await tell();
    const image = slack.shown[0]?.blocks.find(({ type }) => type === 'image');
    const look = async () => (await fetch(app.origin + new URL(image?.image_url ?? '').pathname)).status;
    const before = await look();
    await app.database.execute('UPDATE teams SET suspended_at = now()');
    const after = await look();
    await app.database.execute('UPDATE teams SET suspended_at = NULL');
    expect([before, after]).toEqual([200, 404]);
  });

  it('is shown without the picture if Slack cannot fetch it', async () => {
    const destination = await channel();
    slack.answer(says(400, 'invalid_blocks'));
    await tell();
    expect(await logOf(destination)).toMatchObject([{ status: 'succeeded' }]);
    expect(slack.shown[0]?.blocks.some(({ type }) => type === 'image')).toBe(false);
  });
});
