import { writeFile } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { RedisConnection } from '#platform/cache/redis.connection.js';
import { REDIS } from '#platform/cache/redis.token.js';
import { Database } from '#platform/database/database.js';

const BEAT_MS = 5_000;

/**
 * Shows the health of a process that serves no port. It touches HEARTBEAT_FILE every five seconds
 * while PostgreSQL and Redis respond.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly database: Database,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const file = this.env.HEARTBEAT_FILE;
    if (!file) return;
    this.timer = setInterval(() => void this.beat(file), BEAT_MS);
    await this.beat(file);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async beat(file: string): Promise<void> {
    const probes = await Promise.allSettled([this.database.query('SELECT 1'), this.redis.ping()]);
    if (probes.every(({ status }) => status === 'fulfilled')) await writeFile(file, '').catch(() => undefined);
  }
}
