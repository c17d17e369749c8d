import { type INestApplicationContext, Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '#config/config.module.js';
import { type Env, parseEnv } from '#config/env.js';
import { withoutUnused } from '#config/unused-variables.js';
import { isGiven } from '#config/secret.files.js';
import { namesServers } from '#config/service-urls.js';
import { useAddresses } from '#embedded/services/addresses.file.js';
import { lockForCommand } from '#embedded/services/data-dir.lock.js';
import type { Actor } from '#platform/caller/caller.js';
import { COMMAND_LINE, withOrigin } from '#platform/caller/origin.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { demandReleasedDatabaseOrExit } from '#platform/database/released-database.js';
import { demandKeysOrExit } from '#platform/encryption/key-checks.js';
import { EventsModule } from '#platform/events/events.module.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';

type Modules = NonNullable<ModuleMetadata['imports']>;

/** The actor of changes from the command line. */
export const OPERATOR: Actor = { kind: 'operator', id: null, requestId: null };

/** The modules for services that do not use Redis or queues. Other services need `PlatformModule.forRoot(env)`. */
export const coreModules = (env: Env): Modules => [
  ConfigModule.forRoot(env),
  MetricsModule,
  DatabaseModule,
  EventsModule,
];

@Module({})
class CommandModule {}

/** The servers that a command requires. */
interface Requirements {
  /** Most commands need both. */
  needs?: 'both' | 'PostgreSQL';
  /** Whether embedded services that are started for the command run the pending migrations. Default: true. */
  migrates?: boolean;
}

const report = (line: string): void => void process.stderr.write(`${line}\n`);

/** The environment of this process without misspelled and unused variables, which are reported on standard error. */
export const readVariables = (): NodeJS.ProcessEnv => withoutUnused(process.env, report);

/**
 * Runs `work` on the servers that the environment names, else on the embedded services running on DATA_DIR, else on
 * embedded services that are started for the duration of `work`, during which other commands wait.
 * @throws EnvError when the environment names only one of the servers that the command needs
 */
export async function withServices<T>(
  work: (env: Env) => Promise<T>,
  { needs = 'both', migrates = true }: Requirements = {},
): Promise<T> {
  const variables = readVariables();
  if (needs === 'PostgreSQL' && isGiven(variables, 'DATABASE_URL') && !isGiven(variables, 'REDIS_URL')) {
    variables.REDIS_URL = 'redis://unused';
  }
  if (namesServers(variables)) return work(parseEnv(variables));
  useAddresses(variables);
  const { useRunningServices } = await import('#embedded/services/embedded-services.js');
  const unlock = await lockForCommand(variables.DATA_DIR || '.data', report);
  try {
    await useRunningServices(variables);
    if (!namesServers(variables)) return await onOwnServices(variables, work, migrates);
  } finally {
    unlock();
  }
  return work(parseEnv(variables));
}

/** Runs `work` on embedded services that are started for it. */
async function onOwnServices<T>(
  variables: NodeJS.ProcessEnv,
  work: (env: Env) => Promise<T>,
  migrates: boolean,
): Promise<T> {
  const { startEmbeddedServices, variablesOf } = await import('#embedded/services/embedded-services.js');
  const services = await startEmbeddedServices({ dataDir: variables.DATA_DIR || '.data' });
  try {
    Object.assign(variables, variablesOf(services, variables));
    const env = parseEnv(variables);
    if (migrates) {
      const { migrate } = await import('#platform/database/migrate.js');
      await migrate(env.DATABASE_OWNER_URL, { serviceUrl: env.DATABASE_URL });
    }
    return await work(env);
  } finally {
    await services.stop();
  }
}

/** Runs `work` with the providers of `modules` only, so that a command loads only what it needs. */
export function inContext<T>(
  modules: (env: Env) => Modules,
  work: (context: INestApplicationContext, env: Env) => Promise<T>,
  requirements: Requirements = {},
): Promise<T> {
  return withServices(async (env) => {
    await demandReleasedDatabaseOrExit(env.DATABASE_URL);
    await demandKeysOrExit(env);
    // Standard output belongs to the command, and Nest logs everything except errors there.
    const context = await NestFactory.createApplicationContext(
      { module: CommandModule, imports: modules(env) },
      { logger: ['error'], abortOnError: false },
    );
    try {
      return await withOrigin(COMMAND_LINE, () => work(context, env));
    } finally {
      await context.close();
    }
  }, requirements);
}
