import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { notFound } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { DataCopies, MY_DATA } from '#workspace/personal-data/data-copies.service.js';
import { Flashes } from '../parts/flash.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { MyDataPage } from './settings-my-data.page.js';
import { SettingsPages } from '../settings/settings-pages.js';
import { Visitors } from '../parts/visitor.js';

/** Lets people take all that is stored about them. These pages need no team. */
@Controller('app/settings/my-data')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class MyDataController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly copies: DataCopies,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const copy = await this.copies.find(await this.personOf(request));
    await this.settings.send(request, response, 'my-data', ({ csrfToken }) => (
      <MyDataPage copy={copy} csrfToken={csrfToken} />
    ));
  }

  @Post()
  @NeedsProof()
  async request(@Req() request: Request, @Res() response: Response): Promise<void> {
    const isRequested = await this.copies.request(await this.personOf(request));
    const text = isRequested
      ? 'Your copy is being made. We send you a mail when it is ready.'
      : 'You asked for a copy less than an hour ago.';
    await this.flashes.redirect(request, response, MY_DATA, { kind: isRequested ? 'notice' : 'fault', text });
  }

  @Get(':id')
  async download(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const content = await this.copies.download(await this.personOf(request), id);
    response
      .status(200)
      .type('application/gzip')
      .attachment('my-data.jsonl.gz')
      .setHeader('Cache-Control', 'private, no-store')
      .end(content);
  }

  private async personOf(request: Request): Promise<string> {
    const { person } = await this.visitors.find(request);
    if (!person) throw notFound();
    return person.id;
  }
}
