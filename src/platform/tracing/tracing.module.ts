import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { flushSpans } from './tracing.js';

@Injectable()
class LastSpans implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return flushSpans();
  }
}

/** Sends the last spans of a process that stops. */
@Module({ providers: [LastSpans] })
export class TracingModule {}
