import { Global, Module } from '@nestjs/common';
import { OperationValidator } from './operation.validator.js';

/** For every process: controllers are loaded with their services, and need the validator even in the worker. */
@Global()
@Module({ providers: [OperationValidator], exports: [OperationValidator] })
export class OperationsModule {}
