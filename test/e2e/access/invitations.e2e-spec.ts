import { randomBytes } from 'node:crypto';
import { governedBy } from '#access/policy/rights.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { MailsService } from '#platform/mail/mails.service.js';
import type { TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { PASSWORD, startPublicApp } from '../../support/clients/oauth.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

const TEAM = '/app/settings/team';

describe('an invitation', () => {
  let app: TestApp;
  let owner: SignedIn;

  beforeAll(async () => {
    const env = {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      PLAN_LIMITS_GROWTH: 'people=4',
      ACCOUNT_MAILS_PER_ADDRESS: '5',
    };
    app = await startPublicApp({ env });
  });
  beforeEach(async () => {
    owner = await signedIn(app);
  });
  afterAll(() => app.close());

  const invite = async (email: string, role: MemberRole = 'member', by = owner): Promise<Page> =>
    by.send(await by.open(TEAM), '/invitations', { email, role });

  /** The link of the newest mail to an address. */
  const linkTo = async (email: string): Promise<string> => {
    const mail = (await app.get(MailsService).list(100)).find(({ to, kind }) => to === email && kind === 'invitation');
    return mail?.links[0] ?? 'no mail';
  };

  /** A logged-in person who owns a team. */
  async function personWith(email: string): Promise<Browser> {
    const team = await app.get(TeamsService).create('Own team', 'free');
    await app.get(TeamsService).addUser(team.id, email, PASSWORD, 'owner');
    const browser = new Browser();
    await browser.submit(await browser.open(`${app.origin}/login`), '/login?next=%2F', { email, password: PASSWORD });
    return browser;
  }

  const join = async (browser: Browser, link: string): Promise<number> => {
    const page = await browser.open(link);
    return page.status === 200 ? (await browser.submit(page, new URL(link).pathname, {})).status : page.status;
  };

  const rolesOf = async (teamId: string): Promise<string[]> => {
    const rows = await app.database.query<{ role: string }>('SELECT role FROM memberships WHERE team_id = $1', [
      teamId,
    ]);
    return rows.map(({ role }) => role).sort();
  };

  let people = 0;
  const newAddress = (): string => `guest-${people++}@invited.example`;

  it('is mailed to its address, names team, inviter and role, and gives the role once', async () => {
    const email = newAddress();
    expect(textOf(await invite(email, 'viewer'))).toContain(
      `the operator of this service has the invitation for ${email}`,
    );
    const link = await linkTo(email);
    const guest = await personWith(email.toUpperCase());
    expect(textOf(await guest.open(link))).toContain(`${owner.email} invites you to work in this team as viewer`);
    expect(await join(guest, link)).toBe(303);
    expect(await rolesOf(owner.teamId)).toEqual(['owner', 'viewer']);
    expect((await guest.open(link)).status).toBe(404);
  });

  describe('of a person who signs up with its link', () => {
    let email: string;
    let link: string;
    let guest: Browser;
    let form: Page;

    beforeEach(async () => {
      [email, guest] = [newAddress(), new Browser()];
      await invite(email);
      link = await linkTo(email);
      form = await guest.open(new URL(`/signup?next=${encodeURIComponent(new URL(link).pathname)}`, app.origin));
      await guest.submit(form, new URL(link).pathname.slice('/join/'.length), { email, password: PASSWORD });
    });
    afterEach(() => jest.restoreAllMocks());

    const teamless = (): Promise<Page> => guest.open(`${app.origin}/app/team`);

    const confirm = async (): Promise<void> => {
      const mails = await app.get(MailsService).list(100);
      const { links = [] } = mails.find(({ to, kind }) => to === email && kind === 'verify-email') ?? {};
      await guest.submit(await guest.open(links[0] ?? ''), new URL(links[0] ?? '').pathname, {});
    };

    it('has filled in the address', () => {
      expect(form.html).toContain(`value="${email}"`);
    });

    it('lets them in and confirms the address, to which alone the link was mailed', async () => {
      expect(await join(guest, link)).toBe(303);
      expect(textOf(await guest.open(`${app.origin}/app/settings/security`))).not.toContain('not confirmed');
    });

    it('asks them to confirm the address if the inviter has seen the link', async () => {
      jest.spyOn(app.get(MailsService), 'isConfigured', 'get').mockReturnValue(false);
      const answer = await guest.submit(await guest.open(link), new URL(link).pathname, {});
      expect([answer.status, textOf(answer)]).toEqual([403, expect.stringContaining('Confirm your email address')]);
      expect(await rolesOf(owner.teamId)).toEqual(['owner']);
    });

    it('leaves the address unconfirmed if it is for anyone', async () => {
      await owner.send(await owner.open(TEAM), '/withdraw');
      const page = await owner.send(await owner.open(TEAM), '/team/invite');
      const open = /id="invitation">([^<]+)</.exec(page.html)?.[1] ?? '';
      expect(await join(guest, open)).toBe(303);
      expect(textOf(await guest.open(`${app.origin}/app/settings/security`))).toContain('not confirmed');
    });

    it('waits where they create a team, after they have confirmed the address', async () => {
      expect(textOf(await teamless())).not.toContain(`${owner.email} invites you`);
      await confirm();
      const page = await teamless();
      expect(textOf(page)).toContain(`${owner.email} invites you to the team`);
      expect((await guest.submit(page, '/join', {})).status).toBe(303);
      expect(await rolesOf(owner.teamId)).toEqual(['member', 'owner']);
      expect((await guest.open(link)).status).toBe(404);
    });

    it('is not found by a person of another address', async () => {
      await confirm();
      const page = await teamless();
      const stranger = await personWith(newAddress());
      const own = await stranger.open(`${app.origin}/app/settings/security`);
      const action = /action="([^"]+\/join)"/.exec(page.html)?.[1] ?? '';
      const token = /name="csrf_token" value="([^"]+)"/.exec(own.html)?.[1] ?? '';
      const body = new URLSearchParams({ csrf_token: token });
      expect((await stranger.open(new URL(action, app.origin), { method: 'POST', body })).status).toBe(404);
    });
  });

  it('of an owner is told to the owners when it is accepted', async () => {
    const email = newAddress();
    await invite(email, 'owner');
    await join(await personWith(email), await linkTo(email));
    const mails = (await app.get(MailsService).list(100)).filter(({ kind }) => kind === 'owner-joined');
    expect(mails.map(({ to }) => to)).toContain(owner.email);
  });

  it.each([
    ['is removed', (team: string, inviter: string) => app.get(MembershipsService).remove(team, inviter, null)],
    [
      'gets a lower role',
      (team: string, inviter: string) => app.get(MembershipsService).changeRole(team, inviter, 'member', null),
    ],
  ])('ends when its inviter %s', async (_what, change) => {
    const [inviter, email] = [newAddress(), newAddress()];
    const { id } = await app.get(TeamsService).addUser(owner.teamId, inviter, PASSWORD, 'admin');
    const admin = new Browser();
    await admin.submit(await admin.open(`${app.origin}/login`), '/login?next=%2F', {
      email: inviter,
      password: PASSWORD,
    });
    await admin.submit(await admin.open(`${app.origin}${TEAM}`), '/invitations', { email, role: 'viewer' });
    const link = await linkTo(email);
    await change(owner.teamId, id);
    expect((await new Browser().open(link)).status).toBe(404);
  });

  it('is only for its address', async () => {
    const email = newAddress();
    await invite(email);
    expect(await join(await personWith(newAddress()), await linkTo(email))).toBe(403);
    expect(await rolesOf(owner.teamId)).toEqual(['owner']);
  });

  it('is void after another was sent, and after it was withdrawn', async () => {
    const email = newAddress();
    await invite(email);
    const first = await linkTo(email);
    await owner.send(await owner.open(TEAM), '/resend');
    const second = await linkTo(email);
    await invite(email, 'viewer');
    const third = await linkTo(email);
    const statuses = async () => {
      const pages = await Promise.all([first, second, third].map((link) => new Browser().open(link)));
      return pages.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([404, 404, 200]);
    await owner.send(await owner.open(TEAM), '/withdraw');
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  const inviteFast = async (email: string, by = owner): Promise<number> =>
    (await by.browser.submit(await by.open(TEAM), '/invitations', { email, role: 'member' })).status;

  it('is mailed to an address three times an hour, whoever invites it', async () => {
    const email = newAddress();
    const byOwner = [await inviteFast(email), await inviteFast(email), await inviteFast(email)];
    expect([byOwner, await inviteFast(email, await signedIn(app))]).toEqual([[303, 303, 303], 429]);
  });

  it('is mailed to few people an hour, also if the earlier ones are withdrawn', async () => {
    const statuses = [];
    for (let person = 0; person < 6; person++) {
      statuses.push(await inviteFast(newAddress()));
      if (person < 5) await owner.send(await owner.open(TEAM), '/withdraw');
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  it('is not made by a person who was removed while it was being made', async () => {
    const [email, inviter] = [newAddress(), newAddress()];
    const { id } = await app.get(TeamsService).addUser(owner.teamId, inviter, PASSWORD, 'admin');
    const by = { id, email: inviter, governs: governedBy };
    const making = await app.database.transaction(async () => {
      await app.get(MembershipsService).remove(owner.teamId, id, null);
      const invited = app.database.outside(() =>
        app.get(InvitationsService).invite(owner.teamId, { email, role: 'member' }, by),
      );
      const refusal = expect(invited).rejects.toMatchObject({ details: { reason: 'role_required' } });
      await Promise.race([invited.catch(() => null), whenLockIsAwaited(app.database)]);
      return { refusal };
    });
    await making.refusal;
    expect(await app.database.query('SELECT FROM team_invitations WHERE email = $1', [email])).toEqual([]);
  });

  it('is listed with its address, role and inviter until it is accepted', async () => {
    const email = newAddress();
    await invite(email);
    expect(textOf(await owner.open(TEAM))).toContain(`${email} member ${owner.email}`);
    await join(await personWith(email), await linkTo(email));
    expect(await app.get(InvitationsService).list(owner.teamId)).toEqual([]);
  });

  it('is answered in the same way whether or not the address has an account', async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await personWith(known);
    const answers = [await invite(known), await invite(unknown)].map((page) =>
      textOf(page).replaceAll(known, 'ADDRESS').replaceAll(unknown, 'ADDRESS'),
    );
    expect(answers[0]?.includes('the invitation for ADDRESS')).toBe(answers[1]?.includes('the invitation for ADDRESS'));
  });

  it('cannot give a role that its inviter may not give', async () => {
    const email = newAddress();
    await app.get(TeamsService).addUser(owner.teamId, email, PASSWORD, 'admin');
    const admin = new Browser();
    await admin.submit(await admin.open(`${app.origin}/login`), '/login?next=%2F', { email, password: PASSWORD });
    const page = await admin.open(`${app.origin}${TEAM}`);
    const answer = await admin.submit(page, '/invitations', { email: newAddress(), role: 'admin' });
    expect([answer.status, page.html.includes('/team/invite"')]).toEqual([403, false]);
  });

  it.each(['nonsense', 'a@b.c, d@e.f', ''])('is refused for the address %p', async (email) => {
    expect((await invite(email)).status).toBe(400);
  });

  it('is refused for a person who is in the team, and beyond the people of the plan', async () => {
    expect((await invite(owner.email)).status).toBe(400);
    for (const email of [newAddress(), newAddress(), newAddress()]) await invite(email);
    const page = await invite(newAddress());
    expect([page.status, textOf(page).includes('at most 4 people')]).toEqual([403, true]);
  });

  it('lets no more people in than the plan allows, even if the plan has shrunk', async () => {
    const email = newAddress();
    await invite(email);
    await app.database.execute(`UPDATE teams SET tier = 'free' WHERE id = $1`, [owner.teamId]);
    for (const role of ['member', 'viewer'] as const) {
      await app.get(TeamsService).addUser(owner.teamId, newAddress(), PASSWORD, role);
    }
    expect(await join(await personWith(email), await linkTo(email))).toBe(403);
  });

  it('is deleted after its use, and a month after its end', async () => {
    await invite(newAddress());
    await app.database.execute(
      `UPDATE team_invitations SET expires_at = now() - interval '31 days' WHERE team_id = $1`,
      [owner.teamId],
    );
    expect(await app.get(InvitationsService).purge()).toBeGreaterThan(0);
    expect(await app.get(InvitationsService).list(owner.teamId)).toEqual([]);
  });
});
