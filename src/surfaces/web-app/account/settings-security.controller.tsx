import { Controller, Inject } from '@nestjs/common';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { EmailChangeService } from '#access/sign-in/email-change.service.js';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { IdentitiesService } from '#access/sign-in/identity-provider/identities.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { Person } from '#access/sign-in/session.types.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { AccountDeletionService } from '#accounts/teams/account-deletion.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { WeeklyDigests } from '#workspace/weekly-digest/weekly-digests.service.js';
import { DataCopies, MY_DATA } from '#workspace/personal-data/data-copies.service.js';
import { type Answer, fault, file, plainPage, redirect } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Id, Page, Self, Visitor } from '../kernel/page.decorators.js';
import type { Exchange, PageVisitor, Texts } from '../kernel/page.route.js';
import { sentTo } from '../parts/mail.words.js';
import { settingsPage } from '../settings/settings.page.js';
import { MyDataPage } from './settings-my-data.page.js';
import { DeletedPage, PasswordPage, SecurityPage } from './settings-security.page.js';
import { FactorPage, SetupPage } from './settings-two-factor.page.js';

const SECURITY = '/app/settings/security';
const PASSWORD = '/app/settings/password';
const own = 'people change how they log in';
const FACTOR = '/app/settings/two-factor';

/** The login settings of a person. */
@Controller()
export class SecurityPagesController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly changes: EmailChangeService,
    private readonly resets: PasswordResetService,
    private readonly connections: ConnectionsService,
    private readonly sessions: SessionService,
    private readonly factors: TwoFactorService,
    private readonly throttle: SignInThrottle,
    private readonly identities: IdentitiesService,
    private readonly methods: SignInMethods,
    private readonly deletion: AccountDeletionService,
    private readonly copies: DataCopies,
    private readonly weeks: WeeklyDigests,
    private readonly inbox: InboxService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page(SECURITY, { own })
  async show(@Self() person: Person, @Exchanged() { request }: Exchange): Promise<Answer> {
    const view = {
      person,
      sessions: await this.sessions.list(request, person.id),
      factor: await this.factors.state(person.id),
      isConfigured: this.factors.isConfigured,
      own: await this.identities.methodsOf(person.id),
      methods: this.methods,
    };
    return settingsPage('security', <SecurityPage {...view} />);
  }

  @Form(`${SECURITY}/address`, { own, page: SECURITY, proof: true })
  async changeAddress(@Self() person: Person, @Fields('email') { email }: Texts<'email'>): Promise<Answer> {
    await this.changes.request(person, email);
    const text = `If ${email.trim()} has no account, we sent a link to it. The address changes when you open it.`;
    return redirect(SECURITY, text);
  }

  @Form(`${SECURITY}/sessions/end`, { own, page: SECURITY, proof: true })
  async endOthers(@Self() { id }: Person, @Exchanged() { request }: Exchange): Promise<Answer> {
    const ended = await this.sessions.endOthers(request, id);
    return redirect(SECURITY, ended === 1 ? 'One other login has ended.' : `${ended} other logins have ended.`);
  }

  @Form(`${SECURITY}/sessions/:id/end`, { own, page: SECURITY, proof: true })
  async endOne(@Self() person: Person, @Id() id: string): Promise<Answer> {
    await this.sessions.endOne(person.id, id);
    return redirect(SECURITY);
  }

  @Form(`${SECURITY}/verify`, { own, page: SECURITY })
  async verify(@Self() person: Person): Promise<Answer> {
    if (!person.isVerified) await this.verification.resend(person);
    const sent = sentTo(this.env.MAIL_URL !== undefined, 'a link', person.email);
    return redirect(SECURITY, `${sent} It works once, for 24 hours.`);
  }

  @Page(PASSWORD, { own })
  showPassword(): Answer {
    this.methods.demandPasswords();
    return settingsPage('security', <PasswordPage />);
  }

  @Form(PASSWORD, { own, page: PASSWORD })
  async changePassword(
    @Self() person: Person,
    @Fields('current', 'next') values: Texts<'current' | 'next'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    this.methods.demandPasswords();
    await this.throttle.demandAccountWork(request);
    await this.resets.change(request, person, values, (userId) => this.connections.endAllOf(userId));
    const text =
      'Your password was changed. You were logged out of all other browsers, and your assistants were disconnected.';
    return redirect(PASSWORD, text);
  }

  @Page(FACTOR, { own })
  async showFactor(@Self() person: Person): Promise<Answer> {
    const [setup, isOn] = [await this.factors.setup(person), await this.factors.isOn(person.id)];
    if (!setup && !isOn) return redirect(SECURITY);
    const { hasPassword } = await this.identities.methodsOf(person.id);
    const content = setup ? <SetupPage setup={setup} /> : <FactorPage hasPassword={hasPassword} />;
    return settingsPage('security', content, 'Two-factor authentication · Security');
  }

  @Form(`${FACTOR}/begin`, { own, page: SECURITY, proof: true })
  async begin(@Self() person: Person): Promise<Answer> {
    // A person who signs up with another's address must not be able to lock the owner of the address out.
    demandVerified(person);
    await this.factors.begin(person);
    return redirect(FACTOR);
  }

  @Form(`${FACTOR}/confirm`, { own, page: FACTOR })
  async confirm(@Self() person: Person, @Fields('code') { code }: Texts<'code'>): Promise<Answer> {
    return shown(await this.factors.confirm(person, code));
  }

  @Form(`${FACTOR}/codes`, { own, page: FACTOR })
  async renewCodes(@Self() person: Person, @Fields('code') { code }: Texts<'code'>): Promise<Answer> {
    return shown(await this.factors.renewCodes(person, code));
  }

  @Form(`${FACTOR}/off`, { own, page: FACTOR })
  async turnOff(
    @Self() person: Person,
    @Fields('password', 'code') { password, code }: Texts<'password' | 'code'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    await this.throttle.demandAccountWork(request);
    await this.factors.turnOff(person, password, code);
    return redirect(SECURITY, 'Two-factor authentication is off.');
  }

  @Form('/app/settings/account/delete', { own: 'people delete their account', page: SECURITY, proof: true })
  async delete(
    @Self() person: Person,
    @Fields('email') { email }: Texts<'email'>,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    if (email.trim().toLowerCase() !== person.email.toLowerCase()) {
      return redirect(SECURITY, fault('Nothing was deleted: type your email address to delete your account.'));
    }
    await this.deletion.delete(person.id, async ({ id, email }) => {
      await this.connections.endAllOf(id);
      await this.inbox.forget(email);
    });
    this.sessions.cookie.clear(response);
    return plainPage(<DeletedPage />);
  }

  @Page(MY_DATA, { own })
  async showData(@Visitor() { team }: PageVisitor, @Self() { id }: Person): Promise<Answer> {
    const [copy, isWeekly] = await Promise.all([
      this.copies.find(id),
      team && isPaidTeam(team) ? this.weeks.isOn(team.id, id) : null,
    ]);
    return settingsPage('my-data', <MyDataPage copy={copy} isWeekly={isWeekly} />);
  }

  @Form(`${MY_DATA}/weekly`, { own, page: MY_DATA, failure: 'flash' })
  async setWeekly(
    @Visitor() { team }: PageVisitor,
    @Self() { id }: Person,
    @Fields('weekly') { weekly }: Texts<'weekly'>,
  ): Promise<Answer> {
    if (!team || !isPaidTeam(team)) {
      return redirect(MY_DATA, fault('Nothing was changed: the weekly digest comes with a paid plan.'));
    }
    await this.weeks.switch(team.id, id, weekly === 'on');
    return redirect(MY_DATA, `The weekly digest is ${weekly === 'on' ? 'on' : 'off'}.`);
  }

  @Form(MY_DATA, { own, page: MY_DATA, proof: true })
  async requestData(@Self() { id }: Person): Promise<Answer> {
    const isRequested = await this.copies.request(id);
    if (!isRequested) return redirect(MY_DATA, fault('You asked for a copy less than an hour ago.'));
    return redirect(MY_DATA, 'Your copy is being made. We send you a mail when it is ready.');
  }

  @Page(`${MY_DATA}/:id`, { own })
  async downloadData(@Self() person: Person, @Id() id: string): Promise<Answer> {
    return file(await this.copies.download(person.id, id), {
      'Content-Type': 'application/gzip',
      'Content-Disposition': 'attachment; filename=my-data.jsonl.gz',
      'Cache-Control': 'private, no-store',
    });
  }
}

/** The recovery codes are shown once. */
const shown = (codes: string[]): Answer => redirect(SECURITY, { kind: 'codes', text: codes.join(' ') });
