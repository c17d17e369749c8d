import { Module } from '@nestjs/common';
import { TextErasureModule } from './text-erasure.module.js';
import { TextsGoneSubscriber } from './texts-gone.subscriber.js';

/** Erases texts that are gone at their source, in the worker only. */
@Module({ imports: [TextErasureModule], providers: [TextsGoneSubscriber] })
export class TextErasureWorkerModule {}
