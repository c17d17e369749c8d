import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { demandRight, governedBy } from '#access/policy/rights.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { ENV, type Env } from '#config/env.js';
import { MEMBER_ROLES } from '#platform/caller/caller.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { Flashes } from './flash.js';
import { texts } from './form-texts.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { SettingsPages } from './settings-pages.js';
import { TeamPage } from './settings-team.page.js';
import { Visitors } from './visitor.js';

const TEAM = '/app/settings/team';

@Controller('app/settings/team')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class TeamPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly memberships: MembershipsService,
    private readonly connections: ConnectionsService,
    private readonly flashes: Flashes,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async showTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, teams, person } = await this.visitors.memberOf(request);
    const members = await this.memberships.findByTeam(team.id);
    await this.settings.send(request, response, 'team', (context) => (
      <TeamPage team={team} teams={teams} members={members} personId={person.id} context={context} />
    ));
  }

  @Post('invite')
  async invite(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'people');
    demandVerified(person);
    const secret = await this.memberships.invite(team.id);
    const text = `${this.env.PUBLIC_URL}/join/${secret}`;
    await this.flashes.redirect(request, response, TEAM, { kind: 'invitation', text });
  }

  @Post(':id/remove')
  async remove(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.memberships.remove(team.id, id, { id: person.id, governs: governedBy });
    await this.connections.endAllOf(id, team.id);
    response.redirect(303, id === person.id ? '/' : TEAM);
  }

  @Post(':id/role')
  async changeRole(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const role = MEMBER_ROLES.find((each) => each === texts(request, 'role').role);
    if (!role) throw invalidField('role', `The role must be one of: ${MEMBER_ROLES.join(', ')}`);
    await this.memberships.changeRole(team.id, id, role, { id: person.id, governs: governedBy });
    response.redirect(303, TEAM);
  }

  @Post('switch')
  async switchTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { teams } = await this.visitors.memberOf(request);
    const { team_id } = texts(request, 'team_id');
    if (!teams.some(({ id }) => id === team_id)) throw notFound('You are not a member of this team');
    this.visitors.chooseTeam(response, team_id);
    response.redirect(303, '/');
  }
}
