import { Global, Module } from '@nestjs/common';
import { OperationValidator } from './operation.validator.js';

/** In every process: controllers come along with their services, and ask for it even where nothing listens. */
@Global()
@Module({ providers: [OperationValidator], exports: [OperationValidator] })
export class OperationsModule {}
