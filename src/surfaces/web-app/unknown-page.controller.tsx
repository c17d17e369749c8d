import { Controller, Get, Req, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { type Answer, page } from './kernel/answers.js';
import { PageInterceptor } from './kernel/page.interceptor.js';

/** Registered after every other route. Answers an unknown address with a page for browsers, else with the envelope. */
@Controller()
@OpenRoute('answers 404 for unknown addresses')
@UseInterceptors(PageInterceptor)
export class UnknownPageController {
  @Get('{*path}')
  refuse(@Req() request: Request): Answer {
    if (request.accepts(['json', 'html']) !== 'html') throw notFound();
    const content = (
      <>
        <h1>Page not found</h1>
        <p>
          There is no page at this address. <a href="/">Back to home</a>
        </p>
      </>
    );
    return page('Page not found', content, { status: 404 });
  }
}
