import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { limitExceeded, ThrottlingService } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AtomFeed } from '#workspace/saved-searches/atom.feed.js';

const KEPT_SECONDS = 300;

/** The Atom feeds of saved searches. */
@Controller('api/v1/feeds')
@OpenRoute('the address of a feed contains its secret, and readers send no credential')
export class FeedsController {
  constructor(
    private readonly feeds: AtomFeed,
    private readonly throttling: ThrottlingService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get(':secret.atom')
  async show(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const tracker = rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    const [state] = await this.throttling.hit([{ throttler: 'feed', tracker }]);
    if (state?.isExceeded) throw limitExceeded(state, response);
    const { xml, etag } = await this.feeds.render(secret);
    response.set({ 'Cache-Control': `private, max-age=${KEPT_SECONDS}`, ETag: etag, 'X-Robots-Tag': 'noindex' });
    // Readers that send `Cache-Control: no-cache` too get a 304, which Express would refuse them.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim());
    if (known.includes(etag)) response.status(304).end();
    else response.type('application/atom+xml').send(xml);
  }
}
