import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { ApplicationError, invalidRequest, notFound } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { AppPages, type PageContext } from './app-pages.js';
import { SettingsTabs, type SettingsTab } from './settings.page.js';
import { ConnectionsPage } from './settings-connections.page.js';
import { KeysPage } from './settings-keys.page.js';
import { PasswordPage } from './settings-password.page.js';
import { TeamPage } from './settings-team.page.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { texts } from './form-texts.js';
import { Visitors } from './visitor.js';

const LARGEST_CAP = 1_000_000;

@Controller('app/settings')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SettingsController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly keys: ApiKeysService,
    private readonly connections: ConnectionsService,
    private readonly members: MembersService,
    private readonly sessions: SessionService,
    private readonly throttle: SignInThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('keys')
  showKeys(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendKeys(request, response);
  }

  @Post('keys')
  async createKey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    const { name, spend_cap, expires_on } = texts(request, 'name', 'spend_cap', 'expires_on');
    try {
      const created = await this.keys.create(team.id, {
        name: parseName(name),
        spendCap: spend_cap === '' ? undefined : parseSpendCap(spend_cap),
        expiresAt: expires_on === '' ? undefined : parseLastDay(expires_on),
      });
      await this.sendKeys(request, response, { created: created.key });
    } catch (error) {
      await this.sendKeys(request, response, { failure: asExpectedFailure(error) });
    }
  }

  @Post('keys/:id/cap')
  async setCap(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    try {
      await this.keys.setSpendCap(id, team.id, parseSpendCap(texts(request, 'spend_cap').spend_cap));
    } catch (error) {
      return this.sendKeys(request, response, { failure: asExpectedFailure(error) });
    }
    response.redirect(303, '/app/settings/keys');
  }

  @Post('keys/:id/revoke')
  async revokeKey(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.keys.revoke(id, (await this.visitors.memberOf(request)).team.id);
    response.redirect(303, '/app/settings/keys');
  }

  @Get('connections')
  async showConnections(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    const connections = await this.connections.list(team.id);
    await this.send(request, response, 'connections', (context) => (
      <ConnectionsPage
        connections={connections}
        mcpUrl={`${this.env.PUBLIC_URL}/mcp/auth`}
        csrfToken={context.csrfToken}
      />
    ));
  }

  @Post('connections/:id/disconnect')
  async disconnect(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.connections.disconnect(id, (await this.visitors.memberOf(request)).team.id);
    response.redirect(303, '/app/settings/connections');
  }

  @Get('team')
  showTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendTeam(request, response);
  }

  @Post('team/invite')
  async invite(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const secret = await this.members.invite(team.id, person.id);
    await this.sendTeam(request, response, `${this.env.PUBLIC_URL}/join/${secret}`);
  }

  @Post('team/switch')
  async switchTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { teams } = await this.visitors.memberOf(request);
    const { team_id } = texts(request, 'team_id');
    if (!teams.some(({ id }) => id === team_id)) throw notFound('You are not a member of this team');
    this.visitors.chooseTeam(response, team_id);
    response.redirect(303, '/');
  }

  @Get('password')
  showPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendPassword(request, response);
  }

  @Post('password')
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { person } = await this.visitors.memberOf(request);
    const { current, next } = texts(request, 'current', 'next');
    try {
      await this.throttle.demandAccountWork(request);
      await this.members.changePassword(person.id, current, next);
    } catch (error) {
      return this.sendPassword(request, response, { failure: asExpectedFailure(error) });
    }
    await this.sessions.endOthers(request, person.id);
    await this.sendPassword(request, response, { done: true });
  }

  private async sendKeys(
    request: Request,
    response: Response,
    { created, failure }: { created?: string; failure?: ApplicationError } = {},
  ): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    const keys = await this.keys.list(team.id);
    const view = { keys, created, fault: failure?.message, isPaid: isPaidTeam(team), publicUrl: this.env.PUBLIC_URL };
    await this.send(
      request,
      response,
      'keys',
      ({ csrfToken }) => <KeysPage {...view} csrfToken={csrfToken} />,
      failure,
    );
  }

  private async sendTeam(request: Request, response: Response, invitation?: string): Promise<void> {
    const member = await this.visitors.memberOf(request);
    const members = await this.members.findByTeam(member.team.id);
    await this.send(request, response, 'team', ({ csrfToken }) => (
      <TeamPage
        team={member.team}
        teams={member.teams}
        members={members}
        invitation={invitation}
        csrfToken={csrfToken}
      />
    ));
  }

  private sendPassword(
    request: Request,
    response: Response,
    { done, failure }: { done?: boolean; failure?: ApplicationError } = {},
  ): Promise<void> {
    const page = ({ csrfToken }: PageContext): VNode => (
      <PasswordPage csrfToken={csrfToken} isDone={done} fault={failure?.message} />
    );
    return this.send(request, response, 'password', page, failure);
  }

  private send(
    request: Request,
    response: Response,
    tab: SettingsTab,
    content: (context: PageContext) => VNode,
    failure?: ApplicationError,
  ): Promise<void> {
    return this.pages.send(request, response, {
      title: 'Settings',
      section: 'settings',
      status: failure?.status,
      content: (context) => <SettingsTabs tab={tab}>{content(context)}</SettingsTabs>,
    });
  }
}

function asExpectedFailure(error: unknown): ApplicationError {
  if (error instanceof ApplicationError) return error;
  throw error;
}

function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100 || name.includes('\0')) {
    throw invalidRequest('Enter a name of 1 to 100 characters');
  }
  return name;
}

function parseSpendCap(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > LARGEST_CAP) {
    throw invalidRequest('Enter a spend cap as a whole number from 0 to 1,000,000');
  }
  return Number(text);
}

/** A key works until the end of its last day, in UTC. */
function parseLastDay(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  // JavaScript turns a date that does not exist, such as 31 February, into another date.
  if (Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== day || end <= new Date()) {
    throw invalidRequest('Enter a last day that is not in the past');
  }
  return end;
}
