import { Controller, Get, Inject, Param, UseInterceptors } from '@nestjs/common';
import { announce, limitExceeded, ThrottlingService } from '#access/throttling/throttling.service.js';
import { ENV, type Env } from '#config/env.js';
import { clientIp, rateLimitSubject } from '#platform/http/client-ip.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { AtomFeed } from '#workspace/saved-searches/atom.feed.js';
import { type Answer, file, nothing } from '../kernel/answers.js';
import { Exchanged } from '../kernel/page.decorators.js';
import { PageInterceptor } from '../kernel/page.interceptor.js';
import type { Exchange } from '../kernel/page.route.js';

const KEPT_SECONDS = 300;

/** The Atom feeds of saved searches. */
@Controller('api/v1/feeds')
@OpenRoute('the address of a feed contains its secret, and readers send no credential')
@UseInterceptors(PageInterceptor)
export class FeedsController {
  constructor(
    private readonly feeds: AtomFeed,
    private readonly throttling: ThrottlingService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get(':secret.atom')
  async show(@Param('secret') secret: string, @Exchanged() { request, response }: Exchange): Promise<Answer> {
    const tracker = rateLimitSubject(clientIp(request, this.env.TRUSTED_PROXY_HOPS));
    const state = announce(await this.throttling.hit([{ throttler: 'feed', tracker }]), response);
    if (state.isExceeded) throw limitExceeded(state, response);
    const { xml, etag } = await this.feeds.render(secret);
    const headers = { 'Cache-Control': `private, max-age=${KEPT_SECONDS}`, ETag: etag, 'X-Robots-Tag': 'noindex' };
    // Readers that send `Cache-Control: no-cache` too get a 304, which Express would refuse them.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim());
    if (known.includes(etag)) return nothing(304, headers);
    return file(xml, { ...headers, 'Content-Type': 'application/atom+xml; charset=utf-8' });
  }
}
