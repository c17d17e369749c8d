import { existsSync } from 'node:fs';
import { Controller, Get, HttpStatus, Inject, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import type { RedisConnection } from '#platform/cache/redis.connection.js';
import { REDIS } from '#platform/cache/redis.token.js';
import { Database } from '#platform/database/database.js';
import { internalError } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { Drain } from '#platform/http/drain.js';
import { failureEnvelope, successEnvelope } from '#platform/http/envelope.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { VERSION } from '#config/version.js';

type DependencyState = 'up' | 'down';

/** Health checks for load balancers and people. They need no credential and have no rate limit. */
@Controller('api/v1/health')
@OpenRoute('probes carry no credential and must never be limited')
export class HealthController {
  private readonly startedAt = Date.now();

  constructor(
    private readonly database: Database,
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly drain: Drain,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Liveness: 200 as long as the process responds. */
  @Get()
  alive(): object {
    const uptime = Math.floor((Date.now() - this.startedAt) / 1_000);
    return successEnvelope({ status: 'ok', version: VERSION, uptime_seconds: uptime });
  }

  /**
   * Readiness: 503 while PostgreSQL is down, while READY_FILE is missing, and while the process is stopping. Without Redis the process
   * still answers reads, so it shows only that Redis is down.
   */
  @Get('ready')
  async ready(@Req() { requestId }: ApiRequest, @Res({ passthrough: true }) response: Response): Promise<object> {
    const [postgres, redis] = await Promise.all([stateOf(this.database.query('SELECT 1')), stateOf(this.redis.ping())]);
    const dependencies = { postgres, redis };
    const isUp = postgres === 'up';
    const isLoading = this.env.READY_FILE !== undefined && !existsSync(this.env.READY_FILE);
    if (isUp && !isLoading && !this.drain.underWay) return successEnvelope({ status: 'ready', dependencies });
    response.status(HttpStatus.SERVICE_UNAVAILABLE);
    const missing = isUp ? 'The demo data is being loaded' : 'The database is down';
    const message = this.drain.underWay ? 'The service is stopping' : missing;
    const details = { dependencies, ...(isLoading && { demo_data: 'loading' }) };
    return failureEnvelope(internalError(message, details), requestId);
  }
}

const stateOf = (probe: Promise<unknown>): Promise<DependencyState> =>
  probe.then(
    () => 'up',
    () => 'down',
  );
