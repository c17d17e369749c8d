import { Controller, Get, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { SourcesService } from '#market/sources/sources.service.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { SourceChanges } from '#workspace/tracking/source-changes.service.js';
import { fieldsOf } from '../form.fields.js';
import { OperatorGuard } from '../operator.guard.js';
import { RemovePage, SourcePage } from './source.page.js';
import { SourcesPage } from './sources.page.js';

const LIST = '/ops/sources';

/** The sources, for operators: how they are, and buttons to pause, resume, fetch and remove them. */
@Controller('ops/sources')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class SourcesController {
  constructor(
    private readonly sources: SourcesService,
    private readonly changes: SourceChanges,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const canAsk = this.env.OPERATOR_CONTACT !== undefined;
    sendPlainPage(response, 200, SourcesPage({ sources: await this.sources.list(), canAsk }));
  }

  @Get(':id')
  async get(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    const source = await this.sources.get(id);
    const [runs, rejects] = [await this.sources.runsOf(id), await this.sources.rejectsOf(id)];
    sendPlainPage(response, 200, SourcePage({ source, runs, rejects }));
  }

  @Post(':id/pause')
  async pause(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.changes.pause(id);
    response.redirect(303, LIST);
  }

  @Post(':id/resume')
  async resume(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.changes.resume(id);
    response.redirect(303, LIST);
  }

  @Post(':id/sync')
  async sync(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.sources.syncNow(id);
    response.redirect(303, `${LIST}/${id}`);
  }

  @Get(':id/remove')
  async confirm(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, RemovePage({ source: await this.sources.get(id) }));
  }

  @Post(':id/remove')
  async remove(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { erase } = await fieldsOf(request, response);
    await this.changes.remove(id, { erases: erase === 'yes' });
    response.redirect(303, LIST);
  }
}
