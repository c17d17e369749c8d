import { Module } from '@nestjs/common';
import { BulkErasureQueries } from './bulk-erasure.queries.js';
import { BulkErasure } from './bulk-erasure.service.js';

@Module({ providers: [BulkErasure, BulkErasureQueries], exports: [BulkErasure] })
export class BulkErasureModule {}
