import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { Requests } from './requests.js';

/**
 * Lets the process go without breaking a request: readiness says no first, then nothing new is accepted, and what is
 * under way is answered within the grace period. Database and Redis are closed after that.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  /** True once the process is on its way out. */
  underWay = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly requests: Requests,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.underWay = true;
    this.requests.endConnections();
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) return;
    if (this.env.SHUTDOWN_NOTICE_SECONDS > 0) await wait(this.env.SHUTDOWN_NOTICE_SECONDS * 1_000);
    const closed = new Promise((resolve) => server.close(resolve));
    const patience = setTimeout(() => server.closeAllConnections(), this.env.SHUTDOWN_GRACE_SECONDS * 1_000);
    await closed;
    clearTimeout(patience);
  }
}
