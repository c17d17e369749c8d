import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { parseEnvOrExit } from '#config/boot.js';
import { WorkerModule } from '#worker.module.js';

const env = parseEnvOrExit();
const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(env));
app.enableShutdownHooks();
