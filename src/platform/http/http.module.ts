import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { BodyInterceptor } from './body.interceptor.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { FailureFilter } from './failure.filter.js';
import { InputPipe } from './input.pipe.js';

/** The web layer of the API process: body, input, envelope, failures. */
@Global()
@Module({
  providers: [
    OperationValidator,
    InputPipe,
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
  exports: [OperationValidator, InputPipe],
})
export class HttpModule {}
