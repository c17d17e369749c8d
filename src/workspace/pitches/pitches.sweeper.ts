import { Injectable } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { PitchWritingService } from './pitch-writing.service.js';

/** Refunds pitches whose process died. */
@Injectable()
export class PitchesSweeper {
  constructor(private readonly writing: PitchWritingService) {}

  @Periodic({ name: 'sweep-pitches', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  sweep(): Promise<unknown> {
    return this.writing.sweep();
  }
}
