import { Controller, Get, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { MailPage, MailsPage } from './mail.page.js';
import { OperatorGuard } from './operator.guard.js';

const LISTED = 100;

/** The mails of the last days, for operators, who pass the links on if there is no mail server. */
@Controller('ops/mail')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class MailController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, MailsPage({ mails: await this.mails.list(LISTED) }));
  }

  @Get(':id')
  async show(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, MailPage({ mail: await this.mails.get(id) }));
  }

  @Post(':id/retry')
  async retry(@Param('id', IdPipe) id: string, @Res() response: Response): Promise<void> {
    await this.mails.retry(id);
    response.redirect(303, `/ops/mail/${id}`);
  }
}
