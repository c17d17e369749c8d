import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { ApplicationError, notFound } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { AppPages, type PageContext } from './app-pages.js';
import { Flashes } from './flash.js';
import { type FormState, NEW_FORM, refusedForm } from './form-state.js';
import { parseLastDay, parseName, parseSpendCap } from './key-form.js';
import { SettingsTabs, type SettingsTab, TAB_TITLES } from './settings.page.js';
import { ConnectionsPage } from './settings-connections.page.js';
import { KeysPage } from './settings-keys.page.js';
import { TeamPage } from './settings-team.page.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { texts } from './form-texts.js';
import { Visitors } from './visitor.js';

const KEYS = '/app/settings/keys';
const TEAM = '/app/settings/team';
const MANAGE_KEYS = 'manage API keys';

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
    private readonly flashes: Flashes,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('keys')
  showKeys(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendKeys(request, response);
  }

  @Post('keys')
  async createKey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.members.demandOwner(team.id, person.id, MANAGE_KEYS);
    demandVerified(person);
    const values = texts(request, 'name', 'spend_cap', 'expires_on');
    const { name, spend_cap, expires_on } = values;
    let key: string;
    try {
      ({ key } = await this.keys.create(team.id, {
        name: parseName(name),
        spendCap: spend_cap === '' ? undefined : parseSpendCap(spend_cap),
        expiresAt: expires_on === '' ? undefined : parseLastDay(expires_on),
      }));
    } catch (error) {
      return this.sendKeys(request, response, values, asExpectedFailure(error));
    }
    await this.flashes.redirect(request, response, KEYS, { kind: 'key', text: key });
  }

  @Post('keys/:id/cap')
  async setCap(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.members.demandOwner(team.id, person.id, MANAGE_KEYS);
    try {
      await this.keys.setSpendCap(id, team.id, parseSpendCap(texts(request, 'spend_cap').spend_cap));
    } catch (error) {
      const { message } = asExpectedFailure(error);
      return this.flashes.redirect(request, response, KEYS, { kind: 'fault', text: `${message}.` });
    }
    response.redirect(303, KEYS);
  }

  @Post('keys/:id/revoke')
  async revokeKey(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.members.demandOwner(team.id, person.id, MANAGE_KEYS);
    await this.keys.revoke(id, team.id);
    response.redirect(303, KEYS);
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
  async showTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, teams, person } = await this.visitors.memberOf(request);
    const members = await this.members.findByTeam(team.id);
    await this.send(request, response, 'team', (context) => (
      <TeamPage team={team} teams={teams} members={members} personId={person.id} context={context} />
    ));
  }

  @Post('team/invite')
  async invite(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandVerified(person);
    const secret = await this.members.invite(team.id, person.id);
    const text = `${this.env.PUBLIC_URL}/join/${secret}`;
    await this.flashes.redirect(request, response, TEAM, { kind: 'invitation', text });
  }

  @Post('team/:id/remove')
  async remove(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.members.remove(team.id, id, person.id);
    await this.connections.endAllOf(id, team.id);
    response.redirect(303, id === person.id ? '/' : TEAM);
  }

  @Post('team/switch')
  async switchTeam(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { teams } = await this.visitors.memberOf(request);
    const { team_id } = texts(request, 'team_id');
    if (!teams.some(({ id }) => id === team_id)) throw notFound('You are not a member of this team');
    this.visitors.chooseTeam(response, team_id);
    response.redirect(303, '/');
  }

  private async sendKeys(
    request: Request,
    response: Response,
    values: Record<string, string> = {},
    failure?: ApplicationError,
  ): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    const keys = await this.keys.list(team.id);
    const form = formOf(values, failure);
    const view = { keys, form, team, isPaid: isPaidTeam(team), publicUrl: this.env.PUBLIC_URL };
    await this.send(request, response, 'keys', (context) => <KeysPage {...view} context={context} />, failure);
  }

  private send(
    request: Request,
    response: Response,
    tab: SettingsTab,
    content: (context: PageContext) => VNode,
    failure?: ApplicationError,
  ): Promise<void> {
    return this.pages.send(request, response, {
      title: `${TAB_TITLES[tab]} · Settings`,
      section: 'settings',
      status: failure?.status,
      content: (context) => <SettingsTabs tab={tab}>{content(context)}</SettingsTabs>,
    });
  }
}

const formOf = (values: Record<string, string>, failure?: ApplicationError): FormState =>
  failure ? refusedForm(values, failure) : NEW_FORM;

function asExpectedFailure(error: unknown): ApplicationError {
  if (error instanceof ApplicationError) return error;
  throw error;
}
