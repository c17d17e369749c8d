import { applyDecorators, Controller, Get, Header, HttpCode, Param, Post, StreamableFile } from '@nestjs/common';
import type { VNode } from 'preact';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { renderPage } from '#platform/pages/page.response.js';
import { WeeklyDigests } from '#workspace/weekly-digest/weekly-digests.service.js';
import { DigestsService } from '#workspace/saved-searches/digests.service.js';

/** A page that is for the reader of one mail alone. */
const PrivatePage = (): MethodDecorator =>
  applyDecorators(Header('Cache-Control', 'private, no-store'), Header('X-Robots-Tag', 'noindex'));

/** Ends digests: with one click of a mail reader (RFC 8058), or with the button of a page. */
@Controller('api/v1/digests')
@LimitedByAddress()
@OpenRoute('the link in a mail proves who its reader is')
export class UnsubscribeController {
  constructor(private readonly digests: DigestsService) {}

  /** A page with a button, because readers and scanners of mails open links. */
  @Get(':token')
  @PrivatePage()
  async ask(@Param('token') token: string): Promise<string> {
    await this.digests.demandLink(token);
    return question('Stop the mails about saved searches of this team?');
  }

  @Post(':token')
  @HttpCode(200)
  @PrivatePage()
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.digests.unsubscribe(token);
    return pageWith(<p>You get no more mails about saved searches of this team.</p>);
  }
}

/** Ends weekly digests in the same way, and shows the picture of a week to those who have its link. */
@Controller('api/v1/weekly-digests')
@LimitedByAddress()
@OpenRoute('the link in a mail proves who its reader is')
export class WeeklyDigestsController {
  constructor(private readonly digests: WeeklyDigests) {}

  @Get('pictures/:name')
  @Header('Content-Type', 'image/png')
  @Header('Cache-Control', 'private, max-age=3600')
  async picture(@Param('name') name: string): Promise<StreamableFile> {
    return new StreamableFile(await this.digests.picture(name.replace(/\.png$/, '')));
  }

  /** A page with a button, because readers and scanners of mails open links. */
  @Get(':token')
  @PrivatePage()
  async ask(@Param('token') token: string): Promise<string> {
    await this.digests.demandLink(token);
    return question('Stop the weekly digests of this team?');
  }

  @Post(':token')
  @HttpCode(200)
  @PrivatePage()
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.digests.unsubscribe(token);
    return pageWith(<p>You get no more weekly digests of this team.</p>);
  }
}

const question = (text: string): string =>
  pageWith(
    <form method="post">
      <p>{text}</p>
      <button type="submit">Stop the mails</button>
    </form>,
  );

const pageWith = (content: VNode): string =>
  renderPage(
    <html lang="en">
      <head>
        <title>Mails of this team</title>
      </head>
      <body>
        <main>
          <h1>Mails of this team</h1>
          {content}
        </main>
      </body>
    </html>,
  );
