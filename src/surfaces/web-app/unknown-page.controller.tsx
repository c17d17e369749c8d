import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { sendPlainPage } from '#platform/pages/page.response.js';

/** Registered after every other route: an address nobody knows is a page for browsers and the envelope for the rest. */
@Controller()
@OpenRoute('answers 404 for addresses that nobody knows')
export class UnknownPageController {
  @Get('{*path}')
  refuse(@Req() request: Request, @Res() response: Response): void {
    if (request.accepts(['json', 'html']) !== 'html') throw notFound();
    sendPlainPage(
      response,
      404,
      <PlainPage title="There is nothing here">
        <p>
          This address leads nowhere. <a href="/">Go to the start</a>
        </p>
      </PlainPage>,
    );
  }
}
