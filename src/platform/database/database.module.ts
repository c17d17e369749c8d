import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ENV, type Env } from '#config/env.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';
import { databaseOptions } from './data-source.js';
import { CommitHorizon } from './commit-horizon.js';
import { Database } from './database.js';
import { Replicas } from './replicas.js';

/** The connection pool and the transaction context. Features add their entities with `TypeOrmModule.forFeature`. */
@Global()
@Module({
  imports: [
    MetricsModule,
    TypeOrmModule.forRootAsync({
      inject: [ENV],
      useFactory: (env: Env) => ({
        ...databaseOptions(env.DATABASE_URL, env.DATABASE_POOL_SIZE, env.DATABASE_STATEMENT_TIMEOUT_MS),
        autoLoadEntities: true,
        retryAttempts: 3,
        retryDelay: 500,
      }),
    }),
  ],
  providers: [CommitHorizon, Database, Replicas],
  exports: [CommitHorizon, Database],
})
export class DatabaseModule {}
