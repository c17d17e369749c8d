import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConnectionsService, type ListedConnection } from '#access/oauth/connections.service.js';
import { demandRight, may } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { ENV, type Env } from '#config/env.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { ConnectionsPage } from './settings-connections.page.js';
import { PlanPage } from './settings-plan.page.js';
import { SettingsPages } from './settings-pages.js';
import { Visitors } from '../parts/visitor.js';

@Controller('app/settings')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SettingsController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly connections: ConnectionsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('plan')
  async showPlan(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    await this.settings.send(request, response, 'plan', () => <PlanPage tier={team.tier} env={this.env} />);
  }

  @Get('connections')
  async showConnections(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const connections = await this.connections.list(team.id);
    const mayEnd = ({ user_id }: ListedConnection): boolean => user_id === person.id || may(team.role, 'people');
    await this.settings.send(request, response, 'connections', (context) => (
      <ConnectionsPage
        connections={connections}
        mayEnd={mayEnd}
        mcpUrl={`${this.env.PUBLIC_URL}/mcp/auth`}
        csrfToken={context.csrfToken}
      />
    ));
  }

  @Post('connections/:id/disconnect')
  async disconnect(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    const connection = (await this.connections.list(team.id)).find((each) => each.id === id);
    if (connection && connection.user_id !== person.id) demandRight(team, 'people');
    await this.connections.disconnect(id, team.id);
    response.redirect(303, '/app/settings/connections');
  }
}
