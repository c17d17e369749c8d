import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Replicas } from '#platform/database/replicas.js';

/** For a `Database` that only has a primary. */
export const noReplicas = (source: DataSource): Replicas =>
  new Replicas(
    source,
    { DATABASE_REPLICA_URLS: [], DATABASE_POOL_SIZE: 2, DATABASE_STATEMENT_TIMEOUT_MS: 0 },
    new Registry(),
  );
