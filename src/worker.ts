import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseEnvOrExit } from '#config/boot.js';
import { exitAtDeadline } from '#config/shutdown.deadline.js';
import { awaitMigrationsOrExit } from '#platform/database/released-database.js';
import { demandKeysOrExit } from '#platform/encryption/key-checks.js';
import { exitOnFatalErrors } from '#platform/logging/fatal.errors.js';
import { JsonLogger } from '#platform/logging/json.logger.js';
import { startTracing } from '#platform/tracing/start.tracing.js';

const env = parseEnvOrExit();
const logger = new JsonLogger(env, 'worker');
exitOnFatalErrors(logger, 'Worker');
await awaitMigrationsOrExit(env.DATABASE_URL, (line) => logger.warn(line, 'Worker'));
await demandKeysOrExit(env);
await startTracing(env, 'worker');
// Loaded after the environment is validated: the import takes a second.
const { WorkerModule } = await import('#worker.module.js');
/** The worker, running. */
export const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(env), { logger });
app.enableShutdownHooks();
exitAtDeadline(env, (line) => logger.error(line, 'Worker'));
new Logger('Worker').log('ready');
