import { Controller, Inject } from '@nestjs/common';
import { MemberRemovalService } from '#access/oauth/member-removal.service.js';
import { decide, demand } from '#access/policy/access.policy.js';
import { inviteAnyone, invitePeople, managePeople, manageTeam, readTeam } from '#access/policy/app.operations.js';
import { governedBy } from '#access/policy/rights.js';
import { AccountMailThrottle } from '#access/sign-in/account-mail.throttle.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { TeamDeletionService } from '#accounts/team-deletion/team-deletion.service.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { MEMBER_ROLES, type MemberRole, type TeamCaller } from '#platform/caller/caller.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { type Answer, fault, plainPage, redirect } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Id, Member, Page, Visitor } from '../kernel/page.decorators.js';
import type { Exchange, PageVisitor, TeamMember, Texts } from '../kernel/page.route.js';
import { Visitors } from '../kernel/visitor.js';
import { sentTo } from '../parts/mail.words.js';
import { TeamDeletedPage, TeamPage } from './settings-team.page.js';
import { settingsPage } from './settings.page.js';

const TEAM = '/app/settings/team';
const INVITATION = `${TEAM}/invitations/:id`;

@Controller()
export class TeamPagesController {
  constructor(
    private readonly visitors: Visitors,
    private readonly memberships: MembershipsService,
    private readonly invitations: InvitationsService,
    private readonly throttle: AccountMailThrottle,
    private readonly removal: MemberRemovalService,
    private readonly teams: TeamsService,
    private readonly factors: TwoFactorService,
    private readonly deletion: TeamDeletionService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page(TEAM, { operation: readTeam })
  async show(@Member() { team, teams, person, caller }: TeamMember): Promise<Answer> {
    const members = await this.memberships.findByTeam(team.id);
    const invitations = decide(managePeople, caller) ? [] : await this.invitations.list(team.id);
    const { TEAM_RESTORE_DAYS: restoreDays, SECOND_FACTOR_REQUIRED: everyTeamRequiresTwoFactor } = this.env;
    const view = { team, teams, members, invitations, personId: person.id, restoreDays, everyTeamRequiresTwoFactor };
    return settingsPage('team', <TeamPage {...view} />);
  }

  /** Makes a link that one person of any address can use. */
  @Form(`${TEAM}/invite`, { operation: inviteAnyone, page: TEAM, proof: true })
  async inviteAnyone(@Member() { team, person }: TeamMember): Promise<Answer> {
    return this.invited(await this.invitations.invite(team.id, { email: null, role: 'member' }, inviterOf(person)), '');
  }

  @Form(`${TEAM}/invitations`, { operation: invitePeople, page: TEAM, proof: true })
  async invite(
    @Member() { team, person, caller }: TeamMember,
    @Fields('email', 'role') { email, role: sent }: Texts<'email' | 'role'>,
  ): Promise<Answer> {
    const role = roleFrom(sent);
    demandGoverned(caller, role);
    await this.demandMail(email, team);
    return this.invited(await this.invitations.invite(team.id, { email, role }, inviterOf(person)), email);
  }

  @Form(`${INVITATION}/resend`, { operation: invitePeople, page: TEAM, proof: true })
  async resend(@Member() { team, person, caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const { email, role } = await this.invitations.get(id, team.id);
    demandGoverned(caller, role);
    if (email !== null) await this.demandMail(email, team);
    return this.invited(await this.invitations.resend(id, team.id, inviterOf(person)), 'the person');
  }

  @Form(`${INVITATION}/withdraw`, { operation: managePeople, page: TEAM })
  async withdraw(@Member() { team, caller }: TeamMember, @Id() id: string): Promise<Answer> {
    demandGoverned(caller, (await this.invitations.get(id, team.id)).role);
    await this.invitations.withdraw(id, team.id);
    return redirect(TEAM);
  }

  /** Everyone may leave; the service decides who may remove whom. */
  @Form(`${TEAM}/:id/remove`, { operation: readTeam, page: TEAM })
  async remove(@Member() { team, person }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.removal.remove(team.id, id, { id: person.id, governs: governedBy });
    return redirect(id === person.id ? '/' : TEAM);
  }

  @Form(`${TEAM}/:id/role`, { operation: managePeople, page: TEAM, proof: true })
  async changeRole(
    @Member() { team, person }: TeamMember,
    @Id() id: string,
    @Fields('role') { role }: Texts<'role'>,
  ): Promise<Answer> {
    await this.memberships.changeRole(team.id, id, roleFrom(role), { id: person.id, governs: governedBy });
    return redirect(TEAM);
  }

  @Form(`${TEAM}/two-factor`, { operation: manageTeam, page: TEAM, proof: true })
  async requireTwoFactor(
    @Member() { team, person }: TeamMember,
    @Fields('required') { required }: Texts<'required'>,
  ): Promise<Answer> {
    const isRequired = required === 'yes';
    // An owner without a second factor would be the first to be locked out.
    if (isRequired && !(await this.factors.isOn(person.id))) throw twoFactorRequired();
    await this.teams.requireTwoFactor(team.id, isRequired);
    return redirect(TEAM);
  }

  @Form(`${TEAM}/delete`, { operation: manageTeam, page: TEAM, proof: true })
  async delete(@Member() { team }: TeamMember, @Fields('name') { name }: Texts<'name'>): Promise<Answer> {
    if (name.trim() !== team.name.trim()) {
      return redirect(TEAM, fault('Nothing was deleted: type the name of the team to delete it.'));
    }
    return plainPage(<TeamDeletedPage until={await this.deletion.delete(team.id)} />);
  }

  /** Also from a team that the person may not enter without a second factor. */
  @Form(`${TEAM}/switch`, { own: 'people choose among their teams', page: TEAM })
  switchTeam(
    @Visitor() { teams }: PageVisitor,
    @Exchanged() { response }: Exchange,
    @Fields('team_id') { team_id }: Texts<'team_id'>,
  ): Answer {
    if (!teams.some(({ id }) => id === team_id)) throw notFound('You are not a member of this team');
    this.visitors.chooseTeam(response, team_id);
    return redirect('/');
  }

  /** @throws 429 */
  private demandMail(email: string, { id, tier }: TeamCaller['team']): Promise<void> {
    return this.throttle.demandInvitation(email, id, this.teams.limitsOf(tier).people);
  }

  /** A mailed invitation is only confirmed. The link of any other is shown once. */
  private invited(link: string | null, to: string): Answer {
    if (link) return redirect(TEAM, { kind: 'invitation', text: link });
    const sent = sentTo(this.env.MAIL_URL !== undefined, 'the invitation', to);
    return redirect(TEAM, `${sent} It works once, within seven days.`);
  }
}

/** @throws 400 about `role` */
function roleFrom(text: string): MemberRole {
  const role = MEMBER_ROLES.find((each) => each === text);
  if (!role) throw invalidField('role', `The role must be one of: ${MEMBER_ROLES.join(', ')}`);
  return role;
}

/** @throws 403 `role_required` for a role that only higher roles give */
const demandGoverned = (caller: TeamCaller, role: MemberRole): void =>
  demand(governedBy('admin').includes(role) ? managePeople : manageTeam, caller);

const inviterOf = ({ id, email }: TeamMember['person']) => ({ id, email, governs: governedBy });
