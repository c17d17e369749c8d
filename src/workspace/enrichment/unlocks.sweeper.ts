import { Injectable } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { UnlocksService } from './unlocks.service.js';

/** Refunds unlocks whose process died. */
@Injectable()
export class UnlocksSweeper {
  constructor(private readonly unlocks: UnlocksService) {}

  @Periodic({ name: 'sweep-unlocks', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  sweep(): Promise<unknown> {
    return this.unlocks.sweep();
  }
}
