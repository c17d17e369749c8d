import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AppPages } from './parts/app-pages.js';

/** Registered after every other route. Answers an unknown address with a page for browsers, else with the envelope. */
@Controller()
@OpenRoute('answers 404 for unknown addresses')
export class UnknownPageController {
  constructor(private readonly pages: AppPages) {}

  @Get('{*path}')
  async refuse(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.accepts(['json', 'html']) !== 'html') throw notFound();
    await this.pages.send(request, response, {
      title: 'Page not found',
      status: 404,
      content: () => (
        <>
          <h1>Page not found</h1>
          <p>
            There is no page at this address. <a href="/">Back to home</a>
          </p>
        </>
      ),
    });
  }
}
