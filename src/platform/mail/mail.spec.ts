import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { DueWork } from '#platform/queues/due-work.js';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { type MailServer, startMailServer } from '../../../test/support/stand-ins/smtp.js';
import { MailSender, MAX_ATTEMPTS, PAUSES_MINUTES } from './mail.sender.js';
import { MailTransport, optionsOf } from './mail.transport.js';
import { type MailRow, MailsQueries } from './mails.queries.js';
import { type MailDraft, MailsService } from './mails.service.js';

const ENCRYPTION_KEYS = randomBytes(32).toString('base64');
const LINK = { label: 'Confirm', url: 'https://qualm.example/verify/secret?a=1&b=2' };
const DRAFT: MailDraft = {
  kind: 'verify-email',
  to: 'ada@example.com',
  subject: 'Confirm your address',
  paragraphs: ['Hello <Ada> & all.', 'Ignore this mail if you did not sign up.'],
  link: LINK,
};

let server: MailServer;
let app: TestApp;
let sender: MailSender;

const senderTo = (url: string, registry = new Registry()): MailSender => {
  const transport = new MailTransport({ ...app.get<Env>(ENV), MAIL_URL: url });
  return new MailSender(app.get(MailsQueries), app.get(MailsService), transport, app.get(DueWork), registry);
};

beforeAll(async () => {
  server = await startMailServer();
  // Without a worker, so that each test decides when an attempt begins.
  app = await startTestApp({
    env: { ENCRYPTION_KEYS, MAIL_URL: server.url, MAIL_FROM: 'Qualm <hello@qualm.example>' },
  });
  sender = senderTo(server.url);
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  server.accepted.length = 0;
  Object.assign(server.refuse, { recipient: null, text: null });
  await app.database.execute('DELETE FROM mails');
});

const mails = (): MailsService => app.get(MailsService);
const rowOf = (id: string): Promise<MailRow> => app.database.one<MailRow>('SELECT * FROM mails WHERE id = $1', [id]);
const written = async (draft: Partial<MailDraft> = {}): Promise<string> => {
  await mails().write({ ...DRAFT, ...draft });
  return (await app.database.one<{ id: string }>('SELECT id FROM mails ORDER BY created_at DESC LIMIT 1')).id;
};
/** Claims one mail and sends it. @returns `idle` if it cannot be claimed */
const send = async (id: string, by = sender): Promise<string> => {
  const where = { sql: 'leased.id = $1', values: [id] };
  const [lease] = await app.get(MailsQueries).leases.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS, where });
  return lease ? by.send(lease) : 'idle';
};
const makeDue = (id: string): Promise<number> =>
  app.database.execute('UPDATE mails SET next_attempt_at = now() WHERE id = $1', [id]);
const messageIds = (): (string | undefined)[] =>
  server.accepted.map(({ raw }) => /^Message-ID: (.+?)\r?$/im.exec(raw)?.[1]);

describe('a mail', () => {
  it('is sent as text and HTML to one recipient', async () => {
    expect(await send(await written())).toBe('sent');
    const [mail] = server.accepted;
    const raw = (mail?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(raw).toContain('From: Qualm <hello@qualm.example>');
    expect(raw).toContain('Subject: Confirm your address');
    expect(raw).toContain(`Hello <Ada> & all.\r\n\r\nConfirm:\r\n${LINK.url}`);
    expect(raw).toContain(`<p>Hello &lt;Ada> &amp; all.</p>`);
    expect(raw).toContain(`href="${LINK.url.replace('&', '&amp;')}"`);
    expect(raw).not.toContain('<img');
  });

  it('has its picture in it, which the HTML shows', async () => {
    const png = Buffer.from('a picture').toString('base64');
    await send(await written({ picture: { png, alt: 'What rose' } }));
    const raw = (server.accepted[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(raw).toContain('src="cid:picture@qualm"');
    expect(raw).toMatch(/Content-Type: image\/png/);
    expect(raw).toMatch(/Content-ID: <picture@qualm>/i);
    expect(raw).toContain(png);
  });

  it('is not written if its cause is rolled back', async () => {
    const cause = app.database.transaction(async () => {
      await mails().write(DRAFT);
      throw new Error('no cause');
    });
    await expect(cause).rejects.toThrow('no cause');
    expect(await app.database.query('SELECT 1 FROM mails')).toEqual([]);
  });

  it('is sent once when several workers claim it', async () => {
    const id = await written();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => send(id)));
    expect(outcomes.sort()).toEqual(['idle', 'idle', 'idle', 'idle', 'sent']);
    expect(server.accepted).toHaveLength(1);
  });

  it('keeps its Message-ID when it is sent again because the worker died after the answer of the server', async () => {
    const id = await written();
    await send(id);
    await app.database.execute(
      `UPDATE mails SET state = 'running', finished_at = NULL, lease_until = now() - interval '1 s', next_attempt_at = now() WHERE id = $1`,
      [id],
    );
    expect(await send(id)).toBe('sent');
    expect(messageIds()).toEqual([`<${id}@qualm.example>`, `<${id}@qualm.example>`]);
  });

  it('has an encrypted body', async () => {
    const { content_encrypted: content } = await rowOf(await written());
    expect(content.includes('secret')).toBe(false);
  });

  it.each([
    ['a second header in its address', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['two addresses', { to: 'ada@example.com,eve@example.com' }],
    ['a name around its address', { to: 'Ada <ada@example.com>' }],
    ['a second header in its subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a line feed in its subject', { subject: 'Hello\nthere' }],
  ])('is refused with %s', async (_what, draft) => {
    await expect(written(draft)).rejects.toMatchObject({ status: 400 });
  });

  it('is deleted a day after it was sent, and a week after it was written', async () => {
    const [sent, failed] = [await written(), await written()];
    const age = (id: string, change: string) => app.database.execute(`UPDATE mails SET ${change} WHERE id = $1`, [id]);
    await age(
      sent,
      `state = 'completed', finished_at = now() - interval '23 hours', created_at = now() - interval '9 days'`,
    );
    await age(failed, `state = 'failed', created_at = now() - interval '6 days'`);
    expect(await sender.purge()).toBe(0);
    await age(sent, `finished_at = now() - interval '25 hours'`);
    await age(failed, `created_at = now() - interval '8 days'`);
    expect(await sender.purge()).toBe(2);
  });
});

describe('a mail that the server does not accept', () => {
  it('is tried again after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours, then fails', async () => {
    const id = await written();
    server.refuse.text = { code: 451, message: 'Try later' };
    const pauses: number[] = [];
    while (pauses.length < PAUSES_MINUTES.length) {
      expect(await send(id)).toBe('retried');
      expect(await send(id)).toBe('idle');
      const { next_attempt_at: next, failure } = await rowOf(id);
      expect(failure).toContain('Try later');
      pauses.push(Math.round((next.getTime() - Date.now()) / 60_000));
      await makeDue(id);
    }
    expect(pauses).toEqual([1, 5, 30, 120, 360, 720, 1_440]);
    expect(await send(id)).toBe('failed');
    expect(server.accepted).toEqual([]);
  });

  it('is sent when its pause is over', async () => {
    const id = await written();
    server.refuse.recipient = { code: 450, message: 'Greylisted' };
    await send(id);
    server.refuse.recipient = null;
    expect(await sender.sendDue()).toBeNull();
    await makeDue(id);
    expect(await sender.sendDue()).toBe('sent');
    expect(await rowOf(id)).toMatchObject({ state: 'completed', attempts: 2, failure: null });
  });

  it('fails at once if the server refuses the recipient permanently', async () => {
    const id = await written();
    server.refuse.recipient = { code: 550, message: 'No such mailbox' };
    expect(await send(id)).toBe('failed');
    expect((await rowOf(id)).failure).toContain('No such mailbox');
  });

  it('is tried again if nothing answers', async () => {
    expect(await send(await written(), senderTo('smtp://127.0.0.1:1'))).toBe('retried');
  });

  it('fails if its worker died during the last attempt', async () => {
    const id = await written();
    await app.database.execute(
      `UPDATE mails SET state = 'running', attempts = $2, lease_until = now() - interval '1 s' WHERE id = $1`,
      [id, PAUSES_MINUTES.length + 1],
    );
    const registry = new Registry();
    const counting = senderTo(server.url, registry);
    const failures = async () => /\{kind="verify-email",outcome="failed"\} (\d)/.exec(await registry.metrics())?.[1];
    const before = await failures();
    await counting.failExhausted();
    expect([(await rowOf(id)).state, before, await failures()]).toEqual(['failed', '0', '1']);
  });
});

describe('the connection to a mail server', () => {
  it.each([
    ['smtp://mail.example', { port: 587, secure: false, requireTLS: true, tls: { rejectUnauthorized: true } }],
    ['smtp://127.0.0.1.example', { requireTLS: true }],
    ['smtp://localhost:25', { port: 25, requireTLS: false }],
    ['smtp://[::1]', { host: '::1', requireTLS: false }],
    ['smtps://mail.example', { port: 465, secure: true, tls: { rejectUnauthorized: true } }],
    ['smtp://a%40b:p%3Aw@mail.example', { auth: { user: 'a@b', pass: 'p:w' } }],
  ])('follows from %s', (url, expected) => {
    expect(optionsOf(new URL(url))).toMatchObject(expected);
  });

  it('is closed without STARTTLS, before the mail is sent', async () => {
    const id = await written();
    // Reaches the local server under an address that does not count as local.
    expect(await send(id, senderTo(`smtp://0.0.0.0:${server.port}`))).toBe('retried');
    expect((await rowOf(id)).failure).toMatch(/STARTTLS/i);
    expect(server.accepted).toEqual([]);
  });

  it('is closed if the certificate is not valid', async () => {
    const secured = await startMailServer({ disabledCommands: [] });
    const id = await written();
    expect(await send(id, senderTo(`smtp://0.0.0.0:${secured.port}`))).toBe('retried');
    expect((await rowOf(id)).failure).toMatch(/certificate/i);
    expect(secured.accepted).toEqual([]);
    await secured.close();
  });
});

describe('without a mail server', () => {
  it('mails are kept for the operator and never sent later', async () => {
    const without = await startTestApp({ beside: app, env: { ENCRYPTION_KEYS } });
    await without.get(MailsService).write(DRAFT);
    const [mail] = await without.get(MailsService).list(10);
    expect(mail).toMatchObject({ to: DRAFT.to, status: 'kept', sent_at: null, links: [LINK.url] });
    expect((await without.get(MailsService).get(mail!.id)).text).toContain('Hello <Ada> & all.');
    await without.close();
    expect(await send(mail!.id)).toBe('idle');
  });
});

describe('a worker', () => {
  it('sends a mail after the commit of its cause', async () => {
    const env = { ENCRYPTION_KEYS, MAIL_URL: server.url };
    const worker = await startTestApp({ beside: app, worker: true, env });
    const arrival = server.next();
    await app.database.transaction(() => mails().write(DRAFT));
    expect((await arrival).to).toEqual([DRAFT.to]);
    await worker.close();
  });
});
