import { Global, Module } from '@nestjs/common';
import { Cursors } from './cursors.js';
import { OperationValidator } from './operation.validator.js';

/** For every process: services of lists and of bulk jobs need both, and the worker has these services too. */
@Global()
@Module({ providers: [Cursors, OperationValidator], exports: [Cursors, OperationValidator] })
export class OperationsModule {}
