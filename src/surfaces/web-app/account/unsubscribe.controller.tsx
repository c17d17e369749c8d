import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { render } from 'preact-render-to-string';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { DigestsService } from '#workspace/saved-searches/digests.service.js';

/** Ends digests: with one click of a mail reader (RFC 8058), or with the button of a page. */
@Controller('api/v1/digests')
@LimitedByAddress()
@OpenRoute('the link in a mail proves who its reader is')
export class UnsubscribeController {
  constructor(private readonly digests: DigestsService) {}

  /** A page with a button, because readers and scanners of mails open links. */
  @Get(':token')
  async ask(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await this.digests.demandLink(token);
    send(
      response,
      <form method="post">
        <p>Stop the mails about saved searches of this team?</p>
        <button type="submit">Stop the mails</button>
      </form>,
    );
  }

  @Post(':token')
  @HttpCode(200)
  async unsubscribe(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await this.digests.unsubscribe(token);
    send(response, <p>You get no more mails about saved searches of this team.</p>);
  }
}

function send(response: Response, content: Parameters<typeof render>[0]): void {
  const page = (
    <html lang="en">
      <head>
        <title>Mails about saved searches</title>
      </head>
      <body>
        <main>
          <h1>Mails about saved searches</h1>
          {content}
        </main>
      </body>
    </html>
  );
  response
    .set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(`<!doctype html>${render(page)}`);
}
