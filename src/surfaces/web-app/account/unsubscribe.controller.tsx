import { Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { renderPage } from '#platform/pages/page.response.js';
import { DigestsService } from '#workspace/saved-searches/digests.service.js';

/** Ends digests: with one click of a mail reader (RFC 8058), or with the button of a page. */
@Controller('api/v1/digests')
@LimitedByAddress()
@OpenRoute('the link in a mail proves who its reader is')
export class UnsubscribeController {
  constructor(private readonly digests: DigestsService) {}

  /** A page with a button, because readers and scanners of mails open links. */
  @Get(':token')
  @Header('Cache-Control', 'private, no-store')
  @Header('X-Robots-Tag', 'noindex')
  async ask(@Param('token') token: string): Promise<string> {
    await this.digests.demandLink(token);
    return pageWith(
      <form method="post">
        <p>Stop the mails about saved searches of this team?</p>
        <button type="submit">Stop the mails</button>
      </form>,
    );
  }

  @Post(':token')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @Header('X-Robots-Tag', 'noindex')
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.digests.unsubscribe(token);
    return pageWith(<p>You get no more mails about saved searches of this team.</p>);
  }
}

const pageWith = (content: VNode): string =>
  renderPage(
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
    </html>,
  );
