import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseEnvOrExit } from '#config/boot.js';
import { exitAtDeadline } from '#config/shutdown.deadline.js';
import { awaitMigrationsOrExit } from '#platform/database/released-database.js';
import { demandKeysOrExit } from '#platform/encryption/key-checks.js';
import { configureHttp } from '#platform/http/http-application.js';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter.js';
import { exitOnFatalErrors } from '#platform/logging/fatal.errors.js';
import { JsonLogger } from '#platform/logging/json.logger.js';
import { startTracing } from '#platform/tracing/start.tracing.js';

// V8 would keep rows and answers until a full garbage collection: see Exports in docs/performance.md.
setFlagsFromString('--no-allocation-site-pretenuring');
const env = parseEnvOrExit();
const logger = new JsonLogger(env, 'api');
exitOnFatalErrors(logger, 'Api');
await awaitMigrationsOrExit(env.DATABASE_URL, (line) => logger.warn(line, 'Api'));
await demandKeysOrExit(env);
await startTracing(env, 'api');
// Loaded after the environment is validated: the import takes a second and may print warnings.
const { ApiModule } = await import('#api.module.js');
const app = await NestFactory.create(ApiModule.forRoot(env), new LeanExpressAdapter(), { bodyParser: false, logger });
configureHttp(app, env);
exitAtDeadline(env, (line) => logger.error(line, 'Api'));
await app.listen(env.PORT, env.HOST);
new Logger('Api').log({ url: await app.getUrl(), public_url: env.PUBLIC_URL }, 'ready');
