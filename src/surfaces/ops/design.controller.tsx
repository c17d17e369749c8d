import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { DesignPage } from './design.page.js';
import { OperatorGate } from './operator.gate.js';

/** The parts of all pages, for whoever changes their look. */
@Controller('ops/design')
@OpenRoute('operators have separate credentials')
export class DesignController {
  constructor(private readonly gate: OperatorGate) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.gate.admit(request, response);
    sendPlainPage(response, 200, <DesignPage />);
  }
}
