import { Global, Module } from '@nestjs/common';
import { Cursors } from './cursors.js';
import { OperationValidator } from './operation.validator.js';

/** For every process: controllers are loaded with their services, and need both even in the worker. */
@Global()
@Module({ providers: [Cursors, OperationValidator], exports: [Cursors, OperationValidator] })
export class OperationsModule {}
