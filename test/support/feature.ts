import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '#config/config.module.js';
import { parseEnv } from '#config/env.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { Database } from '#platform/database/database.js';
import { createTestDatabase } from './database.js';

/** Feature modules with their own database, without a server. */
export interface TestFeature {
  /** URL of the database. */
  url: string;
  database: Database;
  get<T>(token: Type<T>): T;
  close(): Promise<void>;
}

/** Starts feature modules that need only PostgreSQL. Close it in `afterAll`. */
export async function startTestFeature(...modules: Type<object>[]): Promise<TestFeature> {
  const testDatabase = await createTestDatabase();
  const env = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: testDatabase.url,
    REDIS_URL: testDatabase.redisUrl,
    PASSWORD_MEMORY_KB: '1024',
    SIGN_IN_BURST_PER_ADDRESS: '10000',
  });
  const imports = [ConfigModule.forRoot(env), DatabaseModule, ...modules];
  const feature = await (await Test.createTestingModule({ imports }).compile()).init();
  return {
    url: testDatabase.url,
    database: feature.get(Database),
    get: (token) => feature.get(token, { strict: false }),
    close: async () => {
      await feature.close();
      await testDatabase.drop();
    },
  };
}
