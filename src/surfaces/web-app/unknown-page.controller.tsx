import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { sendPlainPage } from '#platform/pages/page.response.js';

/** Registered after every other route. Answers an unknown address with a page for browsers, else with the envelope. */
@Controller()
@OpenRoute('answers 404 for unknown addresses')
export class UnknownPageController {
  @Get('{*path}')
  refuse(@Req() request: Request, @Res() response: Response): void {
    if (request.accepts(['json', 'html']) !== 'html') throw notFound();
    sendPlainPage(
      response,
      404,
      <PlainPage title="Page not found">
        <p>
          There is no page at this address. <a href="/">Go to the home page</a>
        </p>
      </PlainPage>,
    );
  }
}
