import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { Requests } from './requests.js';

/**
 * Shuts the process down without breaking requests. Readiness fails first, then no new request is accepted, and open
 * requests are answered within the grace period. Database and Redis are closed afterwards.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  /** True once the shutdown has started. */
  underWay = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly requests: Requests,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.underWay = true;
    this.requests.endConnections();
    // A context without a server, such as that of `npm run repl`, has no adapter.
    const { httpAdapter } = this.host as { httpAdapter: HttpAdapterHost['httpAdapter'] | null };
    const server = httpAdapter?.getHttpServer() as Server | undefined;
    if (!server?.listening) return;
    if (this.env.SHUTDOWN_NOTICE_SECONDS > 0) await wait(this.env.SHUTDOWN_NOTICE_SECONDS * 1_000);
    const closed = new Promise((resolve) => server.close(resolve));
    const grace = setTimeout(() => server.closeAllConnections(), this.env.SHUTDOWN_GRACE_SECONDS * 1_000);
    await closed;
    clearTimeout(grace);
  }
}
