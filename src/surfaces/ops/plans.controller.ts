import { Controller, Get, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { PlanRequests } from '#accounts/billing/plan-requests.service.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { OperatorGuard } from './operator.guard.js';
import { PlansPage } from './plans.page.js';

const LIST = '/ops/plans';

/** The plans that teams ask for. Operators grant or decline them. */
@Controller('ops/plans')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class PlansController {
  constructor(private readonly requests: PlanRequests) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, PlansPage({ requests: await this.requests.list() }));
  }

  @Post(':id/grant')
  async grant(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.requests.grant(id);
    response.redirect(303, LIST);
  }

  @Post(':id/decline')
  async decline(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.requests.decline(id);
    response.redirect(303, LIST);
  }
}
