import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseEnvOrExit } from '#config/boot.js';
import { demandReleasedDatabaseOrExit } from '#platform/database/released-database.js';
import { demandKeysOrExit } from '#platform/encryption/key-checks.js';
import { JsonLogger } from '#platform/logging/json.logger.js';
import { WorkerModule } from '#worker.module.js';

const env = parseEnvOrExit();
await demandReleasedDatabaseOrExit(env.DATABASE_URL);
await demandKeysOrExit(env);
const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(env), {
  logger: new JsonLogger(env, 'worker'),
});
app.enableShutdownHooks();
new Logger('Worker').log('ready');
