import { Controller, Get, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { PersonErasure } from '#workspace/personal-data/person-erasure.service.js';
import { PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { OperatorGuard } from '../operator.guard.js';
import { ErasePage, PeoplePage } from './people.page.js';

const LIST = '/ops/people';

/** The people who asked for the erasure of their data. Operators erase them, as `qualm person erase` does. */
@Controller('ops/people')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class PeopleController {
  constructor(
    private readonly requests: PrivacyRequests,
    private readonly erasure: PersonErasure,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, PeoplePage({ requests: await this.requests.list() }));
  }

  @Get(':id/erase')
  async confirm(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    const found = await this.erasure.show(await this.requests.addressOf(id));
    sendPlainPage(response, 200, ErasePage({ id, found }));
  }

  @Post(':id/erase')
  async erase(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.erasure.erase(await this.requests.addressOf(id));
    response.redirect(303, LIST);
  }
}
