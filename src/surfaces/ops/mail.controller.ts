import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { MailPage, MailsPage } from './mail.page.js';
import { OperatorGate } from './operator.gate.js';

const LISTED = 100;

/** The mails of the last days, for operators, who pass the links on if there is no mail server. */
@Controller('ops/mail')
@OpenRoute('operators have separate credentials')
export class MailController {
  constructor(
    private readonly gate: OperatorGate,
    private readonly mails: MailsService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.admit(request, response);
    sendPlainPage(response, 200, MailsPage({ mails: await this.mails.list(LISTED) }));
  }

  @Get(':id')
  async show(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.admit(request, response);
    sendPlainPage(response, 200, MailPage({ mail: await this.mails.get(id) }));
  }
}
