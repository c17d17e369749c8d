import { Controller, Param, Query } from '@nestjs/common';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { PendingLinks } from '#access/sign-in/identity-provider/pending-links.js';
import { codePath, safeNext } from '#access/sign-in/safe-next.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { Person, SignInOutcome } from '#access/sign-in/session.types.js';
import { twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import type { TokenHolder } from '#access/sign-in/user-tokens.service.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { demandAll } from '#platform/errors/all.faults.js';
import { unauthorized } from '#platform/errors/application-error.js';
import { type Answer, loginPage, page, plainPage, redirect } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Id, Page, Self, Visitor } from '../kernel/page.decorators.js';
import type { Exchange, PageVisitor, Texts } from '../kernel/page.route.js';
import { TEAMLESS_PAGE, Visitors } from '../kernel/visitor.js';
import { CodePage, InvitationPage, LinkPage, LoginPage, NewTeamPage, SignupPage } from './sign-in.page.js';
import { parseTeamName } from './team-form.js';

const LOGIN = '/login';
const SIGNUP = '/signup';
const JOIN = '/join/';
const INVITATION = '/join/:secret';
const WAITING = `${TEAMLESS_PAGE}/invitations/:id/join`;
const open = 'a form for visitors who are not logged in';

/** The messages of the login page after another page, by the parameter that names the page. */
const NOTICES = [
  ['welcome', 'If this address was new, your account is ready. Log in to continue.'],
  ['reset', 'Your password was changed. Log in with the new one.'],
] as const;
const CODE = '/login/code';

@Controller()
export class SignInController {
  constructor(
    private readonly sessions: SessionService,
    private readonly verification: EmailVerificationService,
    private readonly invitations: InvitationsService,
    private readonly throttle: SignInThrottle,
    private readonly visitors: Visitors,
    private readonly methods: SignInMethods,
    private readonly links: PendingLinks,
    private readonly memberships: MembershipsService,
    private readonly members: MembersService,
  ) {}

  @Page(LOGIN, { open })
  async showLogin(@Visitor() { person }: PageVisitor, @Exchanged() { request }: Exchange): Promise<Answer> {
    const next = safeNext(request.query.next);
    if (person && !request.refused) return redirect(next);
    const { methods } = this;
    const link = request.query.link === undefined ? null : await this.links.find(request);
    if (link) return loginPage(<LinkPage next={next} email={link.email} provider={methods.provider ?? ''} />);
    const notice = NOTICES.find(([name]) => request.query[name] !== undefined)?.[1];
    return loginPage(<LoginPage next={next} notice={notice} methods={methods} />);
  }

  @Form(LOGIN, { open, page: LOGIN })
  async login(
    @Query('next') next: unknown,
    @Fields('email', 'password') { email, password }: Texts<'email' | 'password'>,
    @Exchanged() { request, response }: Exchange,
  ): Promise<Answer> {
    const outcome = await this.sessions.signIn(request, response, email, password);
    if (outcome.kind === 'throttled') throw outcome.failure;
    if (outcome.kind === 'refused') throw unauthorized('The email address or the password is wrong');
    return redirect(addressAfter(outcome, safeNext(next)));
  }

  @Form('/logout', { own: 'people end their login', page: '/' })
  async logout(@Exchanged() { request, response }: Exchange): Promise<Answer> {
    await this.sessions.signOut(request, response);
    return redirect('/');
  }

  @Page(SIGNUP, { open })
  async showSignup(@Query('next') sent: unknown): Promise<Answer> {
    this.methods.demandPasswords();
    const next = safeNext(sent);
    const invitation = next.startsWith(JOIN) ? await this.invitations.find(next.slice(JOIN.length)) : null;
    return loginPage(<SignupPage next={next} invitation={invitation} methods={this.methods} />);
  }

  @Form(SIGNUP, { open, page: SIGNUP })
  async signup(
    @Query('next') sent: unknown,
    @Fields('team', 'email', 'password') { team, email, password }: Texts<'team' | 'email' | 'password'>,
    @Exchanged() { request, response }: Exchange,
  ): Promise<Answer> {
    this.methods.demandPasswords();
    const next = safeNext(sent);
    await this.throttle.demandAccountWork(request);
    const isInvited = next.startsWith(JOIN);
    await demandAll([() => isInvited || parseTeamName(team), () => this.members.demandNew(email, password)]);
    const name = isInvited ? null : parseTeamName(team);
    const isNew = await this.verification.signUp(email, password, name);
    // An address that is taken and a wrong password lead to the login page. That reveals no more than logging in after
    // signing up does, which is limited in the same way.
    const outcome = await this.sessions.signIn(request, response, email, password, { isNew });
    return redirect(addressAfter(outcome, next));
  }

  @Page(INVITATION, { open })
  async showInvitation(@Visitor() { person }: PageVisitor, @Param('secret') secret: string): Promise<Answer> {
    const invitation = await this.invitations.find(secret);
    const { hasPasswords } = this.methods;
    const view = { invitation, path: `${JOIN}${secret}`, isSignedIn: person !== null, hasPasswords };
    return plainPage(<InvitationPage {...view} />);
  }

  @Form(INVITATION, { own: 'people join the team that invites them', page: INVITATION })
  async join(
    @Self() person: Person,
    @Param('secret') secret: string,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    const confirm = (guest: TokenHolder): Promise<void> => this.verification.confirmProven(guest);
    this.visitors.chooseTeam(response, await this.invitations.accept(secret, person, confirm));
    return redirect('/');
  }

  @Page(CODE, { open })
  async showCode(@Query('next') next: unknown, @Exchanged() { request }: Exchange): Promise<Answer> {
    if (!request.refused && !(await this.sessions.awaitsCode(request))) return redirect(loginPath(next));
    return plainPage(<CodePage next={safeNext(next)} />);
  }

  @Form(CODE, { open, page: CODE })
  async completeLogin(
    @Query('next') next: unknown,
    @Fields('code') { code }: Texts<'code'>,
    @Exchanged() { request, response }: Exchange,
  ): Promise<Answer> {
    const isSignedIn = await this.sessions.completeSignIn(request, response, code);
    return redirect(isSignedIn ? safeNext(next) : loginPath(next));
  }

  @Page(TEAMLESS_PAGE, { own: 'a page of people who belong to no team' })
  async showNewTeam(@Visitor() { person, team, lockedTeam }: PageVisitor): Promise<Answer> {
    if (lockedTeam) throw twoFactorRequired();
    if (team) return redirect('/');
    return page('Create a team', <NewTeamPage invitations={person ? await this.invitations.waitingFor(person) : []} />);
  }

  @Form(WAITING, { own: 'people join the team that invites them', page: TEAMLESS_PAGE })
  async joinWaiting(@Self() person: Person, @Id() id: string, @Exchanged() { response }: Exchange): Promise<Answer> {
    this.visitors.chooseTeam(response, await this.invitations.acceptWaiting(id, person));
    return redirect('/');
  }

  @Form(TEAMLESS_PAGE, { own: 'a page of people who belong to no team', page: TEAMLESS_PAGE })
  async createTeam(
    @Self() { id }: Person,
    @Fields('team') { team }: Texts<'team'>,
    @Exchanged() { response }: Exchange,
  ): Promise<Answer> {
    this.visitors.chooseTeam(response, await this.memberships.createTeam(id, parseTeamName(team)));
    return redirect('/');
  }
}

function addressAfter({ kind }: SignInOutcome, next: string): string {
  if (kind === 'signed-in') return next;
  return kind === 'code-required' ? codePath(next) : `/login?welcome=1&next=${encodeURIComponent(next)}`;
}

const loginPath = (next: unknown): string => `/login?next=${encodeURIComponent(safeNext(next))}`;
