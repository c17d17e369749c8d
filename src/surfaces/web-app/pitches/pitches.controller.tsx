import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { AccountService } from '#workspace/account/account.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { getPitch, listPitches } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { AppPages } from '../parts/app-pages.js';
import { pageNumber } from '../parts/form-texts.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PitchList, PitchPage, pitchTitleOf } from './pitches.page.js';

const PITCHES = 20;

@Controller('app/pitches')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class PitchPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly pitches: PitchesService,
    private readonly account: AccountService,
    private readonly opportunities: OpportunitiesService,
  ) {}

  @Get()
  async list(@Query('page') page: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(listPitches, request, response);
    const saved = await this.pitches.list(caller, { page: pageNumber(page), page_size: PITCHES });
    await this.pages.send(request, response, {
      title: 'Pitches',
      section: 'pitches',
      content: () => <PitchList page={saved} />,
    });
  }

  @Get(':id')
  async show(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(getPitch, request, response);
    const [pitch, profile] = await Promise.all([this.pitches.get(caller, id), this.account.senderProfile(caller)]);
    const [opportunity = null] = await this.opportunities.present(caller.team.id, [pitch.opportunity_id]);
    const ownWords = [pitch.features, ...Object.values(profile)].join('\n');
    await this.pages.send(request, response, {
      title: `${pitchTitleOf(pitch)} · Pitch`,
      section: 'pitches',
      content: ({ csrfToken }) => <PitchPage {...{ pitch, opportunity, ownWords, csrfToken }} />,
    });
  }
}
