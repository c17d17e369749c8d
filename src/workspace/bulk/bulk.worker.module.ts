import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { BulkJobsQueries } from './bulk-jobs.queries.js';
import { BulkModule } from './bulk.module.js';
import { BulkRunner } from './bulk.runner.js';

/** Makes the calls of bulk jobs, in the worker only. */
@Module({
  imports: [BulkModule, ApiKeysModule, ConnectionsModule, SignInModule],
  providers: [BulkJobsQueries, BulkRunner],
})
export class BulkWorkerModule {}
