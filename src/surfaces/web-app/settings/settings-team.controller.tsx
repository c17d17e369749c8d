import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MemberRemovalService } from '#access/oauth/member-removal.service.js';
import { demandRight, governedBy, may } from '#access/policy/rights.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { demandVerified, twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import { type ApplicationError, invalidField, notFound } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { type Flash, Flashes } from '../parts/flash.js';
import { asExpectedFailure, formOf } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsPages } from './settings-pages.js';
import { TeamPage } from './settings-team.page.js';
import { Visitors } from '../parts/visitor.js';

const TEAM = '/app/settings/team';

@Controller('app/settings/team')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class TeamPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly memberships: MembershipsService,
    private readonly invitations: InvitationsService,
    private readonly removal: MemberRemovalService,
    private readonly teams: TeamsService,
    private readonly factors: TwoFactorService,
    private readonly flashes: Flashes,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async showTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response);
  }

  /** Makes a link that one person of any address can use. */
  @Post('invite')
  @NeedsProof()
  async inviteAnyone(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'ownership');
    demandVerified(person);
    const link = await this.invitations.invite(team.id, { email: null, role: 'member' }, person);
    await this.showInvitation(request, response, link, '');
  }

  @Post('invitations')
  @NeedsProof()
  async invite(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const values = texts(request, 'email', 'role');
    const role = roleFrom(values.role);
    demandGoverned(team.role, role);
    demandVerified(person);
    let link: string | null;
    try {
      link = await this.invitations.invite(team.id, { email: values.email, role }, person);
    } catch (error) {
      return this.send(request, response, values, asExpectedFailure(error));
    }
    await this.showInvitation(request, response, link, values.email);
  }

  @Post('invitations/:id/resend')
  @NeedsProof()
  async resend(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'people');
    demandGoverned(team.role, await this.invitations.roleOf(id, team.id));
    demandVerified(person);
    await this.showInvitation(request, response, await this.invitations.resend(id, team.id, person), 'the person');
  }

  @Post('invitations/:id/withdraw')
  async withdraw(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'people');
    demandGoverned(team.role, await this.invitations.roleOf(id, team.id));
    await this.invitations.withdraw(id, team.id);
    response.redirect(303, TEAM);
  }

  @Post(':id/remove')
  async remove(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.removal.remove(team.id, id, { id: person.id, governs: governedBy });
    response.redirect(303, id === person.id ? '/' : TEAM);
  }

  @Post(':id/role')
  @NeedsProof()
  async changeRole(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const role = roleFrom(texts(request, 'role').role);
    await this.memberships.changeRole(team.id, id, role, { id: person.id, governs: governedBy });
    response.redirect(303, TEAM);
  }

  @Post('two-factor')
  @NeedsProof()
  async requireTwoFactor(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'ownership');
    const isRequired = texts(request, 'required').required === 'yes';
    // An owner without a second factor would be the first to be locked out.
    if (isRequired && !(await this.factors.isOn(person.id))) throw twoFactorRequired();
    await this.teams.requireTwoFactor(team.id, isRequired);
    response.redirect(303, TEAM);
  }

  @Post('switch')
  async switchTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Also from a team that the person may not enter without a second factor.
    const { teams } = await this.visitors.find(request);
    const { team_id } = texts(request, 'team_id');
    if (!teams.some(({ id }) => id === team_id)) throw notFound('You are not a member of this team');
    this.visitors.chooseTeam(response, team_id);
    response.redirect(303, '/');
  }

  /** A mailed invitation is only confirmed. The link of any other is shown once. */
  private showInvitation(request: Request, response: Response, link: string | null, to: string): Promise<void> {
    const flash: Flash = link
      ? { kind: 'invitation', text: link }
      : { kind: 'notice', text: `The invitation is on its way to ${to}. It works once, within seven days.` };
    return this.flashes.redirect(request, response, TEAM, flash);
  }

  private async send(
    request: Request,
    response: Response,
    values: Record<string, string> = {},
    failure?: ApplicationError,
  ): Promise<void> {
    const { team, teams, person } = await this.visitors.memberOf(request);
    const members = await this.memberships.findByTeam(team.id);
    const invitations = may(team.role, 'people') ? await this.invitations.list(team.id) : [];
    const form = formOf(values, failure);
    const { TEAM_RESTORE_DAYS: restoreDays, SECOND_FACTOR_REQUIRED: everyTeamRequiresTwoFactor } = this.env;
    const invited = { members, invitations, form };
    const view = { team, teams, ...invited, personId: person.id, restoreDays, everyTeamRequiresTwoFactor };
    await this.settings.send(request, response, 'team', (context) => <TeamPage {...view} context={context} />, failure);
  }
}

/** @throws 400 about `role` */
function roleFrom(text: string): MemberRole {
  const role = MEMBER_ROLES.find((each) => each === text);
  if (!role) throw invalidField('role', `The role must be one of: ${MEMBER_ROLES.join(', ')}`);
  return role;
}

/** @throws 403 `role_required` for a role that only higher roles give */
const demandGoverned = (own: MemberRole, role: MemberRole): void =>
  demandRight({ role: own }, governedBy('admin').includes(role) ? 'people' : 'ownership');
