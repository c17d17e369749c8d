import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { demandRight } from '#access/policy/rights.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { Flashes } from '../parts/flash.js';
import { asExpectedFailure, formOf } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { newKeyFrom, parseOverlap, readDailyCap, readSpendCap } from './key-form.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { KeysPage } from './settings-keys.page.js';
import { SettingsPages } from './settings-pages.js';
import { Visitors } from '../parts/visitor.js';

const KEYS = '/app/settings/keys';

@Controller('app/settings/keys')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class KeyPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly keys: ApiKeysService,
    private readonly flashes: Flashes,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  showKeys(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendKeys(request, response);
  }

  @Post()
  @NeedsProof()
  async createKey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'keys');
    demandVerified(person);
    const values = texts(request, 'name', 'spend_cap', 'daily_cap', 'expires_on', 'allowed_cidrs', 'mode');
    const { scopes } = (request.body ?? {}) as { scopes?: string | string[] };
    const chosen = [scopes ?? []].flat().join(' ');
    let key: string;
    try {
      const wanted = newKeyFrom(values, scopes, values.mode === 'test');
      ({ key } = await this.keys.create(team.id, { ...wanted, createdBy: person.id }));
    } catch (error) {
      return this.sendKeys(request, response, { ...values, scopes: chosen }, asExpectedFailure(error));
    }
    await this.flashes.redirect(request, response, KEYS, { kind: 'key', text: key });
  }

  @Post(':id/cap')
  @NeedsProof()
  async setCap(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'keys');
    try {
      const { spend_cap, daily_cap } = texts(request, 'spend_cap', 'daily_cap');
      const caps = { spendCap: readSpendCap(spend_cap), dailyCap: readDailyCap(daily_cap) };
      await this.keys.setCaps(id, caps, team.id);
    } catch (error) {
      const { message } = asExpectedFailure(error);
      return this.flashes.redirect(request, response, KEYS, { kind: 'fault', text: `${message}.` });
    }
    response.redirect(303, KEYS);
  }

  @Post(':id/rotate')
  @NeedsProof()
  async rotate(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'keys');
    demandVerified(person);
    let key: string;
    try {
      ({ key } = await this.keys.rotate(id, parseOverlap(texts(request, 'overlap').overlap), team.id));
    } catch (error) {
      const failure = asExpectedFailure(error);
      if (failure.code === 'not_found') throw failure;
      return this.flashes.redirect(request, response, KEYS, { kind: 'fault', text: `${failure.message}.` });
    }
    await this.flashes.redirect(request, response, KEYS, { kind: 'key', text: key });
  }

  @Post(':id/revoke')
  async revokeKey(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'keys');
    await this.keys.revoke(id, team.id);
    await this.flashes.redirect(request, response, KEYS, {
      kind: 'notice',
      text: 'The key is revoked and refused from now on.',
    });
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
    await this.settings.send(request, response, 'keys', (context) => <KeysPage {...view} context={context} />, failure);
  }
}
