import { randomUUID } from 'node:crypto';
import { Controller, Get, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { PLAN_TIERS } from '#config/env.js';
import { invalidRequest } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { fieldsOf } from '../form.fields.js';
import { OperatorGuard } from '../operator.guard.js';
import { SuspendPage, TeamPage } from './team.page.js';
import { TeamsPage } from './teams.page.js';

const LIST = '/ops/teams';
const LISTED = 100;
const MAX_REASON = 200;

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID_PATTERN.test(value);

/** The teams, for operators: plan, credits, people and keys, and what an operator may change. */
@Controller('ops/teams')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class TeamsController {
  constructor(
    private readonly teams: TeamsService,
    private readonly credits: CreditsService,
    private readonly renewals: RenewalsService,
    private readonly memberships: MembershipsService,
    private readonly keys: ApiKeysService,
    private readonly suspensions: TeamSuspensions,
  ) {}

  @Get()
  async list(@Query('q') q: unknown, @Res() response: Response): Promise<void> {
    const words = typeof q === 'string' ? q.trim() : '';
    const isWanted = ({ id, name }: { id: string; name: string }): boolean =>
      id === words || name.toLowerCase().includes(words.toLowerCase());
    const found = (await this.teams.list()).filter(isWanted);
    const teams = found.slice(0, LISTED);
    const balances = await this.credits.balances(teams.map(({ id }) => id));
    sendPlainPage(response, 200, TeamsPage({ words, teams, total: found.length, balances }));
  }

  @Get(':id')
  async show(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    const team = await this.teams.get(id);
    const [balance, members, keys] = await Promise.all([
      this.credits.balanceOf(id),
      this.memberships.findByTeam(id),
      this.keys.list(id),
    ]);
    sendPlainPage(response, 200, TeamPage({ team, balance, members, keys, nonce: randomUUID() }));
  }

  @Get(':id/suspend')
  async confirm(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, SuspendPage({ team: await this.teams.get(id) }));
  }

  @Post(':id/suspend')
  async suspend(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.suspensions.suspend(id, true);
    response.redirect(303, `${LIST}/${id}`);
  }

  @Post(':id/resume')
  async resume(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.suspensions.suspend(id, false);
    response.redirect(303, `${LIST}/${id}`);
  }

  @Post(':id/plan')
  async setPlan(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { plan } = await fieldsOf(request, response);
    const tier = PLAN_TIERS.find((each) => each === plan);
    if (tier === undefined) throw invalidRequest(`plan must be one of ${PLAN_TIERS.join(', ')}`);
    await this.renewals.changePlan(id, tier);
    response.redirect(303, `${LIST}/${id}`);
  }

  @Post(':id/credits')
  async grant(@Param('id', IdPipe) id: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { amount, reason, nonce } = await fieldsOf(request, response);
    const why = typeof reason === 'string' ? reason.trim() : '';
    if (why === '' || why.length > MAX_REASON) throw invalidRequest(`reason must have 1 to ${MAX_REASON} characters`);
    if (nonce !== undefined && !isUuid(nonce)) throw invalidRequest('Open the page again');
    const operator = { kind: 'operator', id: null, requestId: request.requestId } as const;
    await this.credits.grant(id, Number(amount), why, operator, nonce);
    response.redirect(303, `${LIST}/${id}`);
  }
}
