import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '#api.module.js';
import { parseEnvOrExit } from '#config/boot.js';
import { configureHttp } from '#platform/http/http-application.js';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter.js';

const env = parseEnvOrExit();
const app = await NestFactory.create(ApiModule.forRoot(env), new LeanExpressAdapter(), { bodyParser: false });
configureHttp(app, env);
await app.listen(env.PORT, env.HOST);
