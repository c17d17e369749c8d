import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { UnlocksService } from './unlocks.service.js';

/** Gives the credits of dead unlocks back: in the worker only. */
@Injectable()
export class UnlocksSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(UnlocksSweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly unlocks: UnlocksService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.unlocks
        .sweep()
        .catch((error: unknown) => this.log.error({ error }, 'dead unlocks not swept'));
    }, this.env.SWEEP_INTERVAL_SECONDS * 1_000).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
