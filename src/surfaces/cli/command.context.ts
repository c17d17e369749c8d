import { type INestApplicationContext, Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '#config/config.module.js';
import { type Env, parseEnv } from '#config/env.js';
import type { Actor } from '#platform/caller/caller.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { demandReleasedDatabaseOrExit } from '#platform/database/released-database.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';

type Modules = NonNullable<ModuleMetadata['imports']>;

/** The actor of changes from the command line. */
export const OPERATOR: Actor = { kind: 'operator', id: null, requestId: null };

/** The modules for services that do not use Redis or queues. Other services need `PlatformModule.forRoot(env)`. */
export const coreModules = (env: Env): Modules => [ConfigModule.forRoot(env), MetricsModule, DatabaseModule];

@Module({})
class CommandModule {}

/**
 * Runs `work` on the database of the environment: the given URLs, else the embedded services running on DATA_DIR, else
 * embedded services that are started for the duration of `work`.
 */
export async function withServices<T>(work: (env: Env) => Promise<T>): Promise<T> {
  const variables = { ...process.env };
  if (variables.DATABASE_URL && variables.REDIS_URL) return work(parseEnv(variables));
  const { startEmbeddedServices, useRunningServices } = await import('#embedded/services/embedded-services.js');
  await useRunningServices(variables);
  if (variables.DATABASE_URL && variables.REDIS_URL) return work(parseEnv(variables));
  const services = await startEmbeddedServices({ dataDir: variables.DATA_DIR || '.data' });
  try {
    variables.DATABASE_URL ||= services.databaseUrl;
    variables.REDIS_URL ||= services.redisUrl;
    const { migrate } = await import('#platform/database/migrate.js');
    await migrate(variables.DATABASE_URL);
    return await work(parseEnv(variables));
  } finally {
    await services.stop();
  }
}

/** Runs `work` with the providers of `modules` only, so that a command loads only what it needs. */
export function inContext<T>(
  modules: (env: Env) => Modules,
  work: (context: INestApplicationContext, env: Env) => Promise<T>,
): Promise<T> {
  return withServices(async (env) => {
    await demandReleasedDatabaseOrExit(env.DATABASE_URL);
    // Standard output belongs to the command, and Nest logs everything except errors there.
    const context = await NestFactory.createApplicationContext(
      { module: CommandModule, imports: modules(env) },
      { logger: ['error'], abortOnError: false },
    );
    try {
      return await work(context, env);
    } finally {
      await context.close();
    }
  });
}
