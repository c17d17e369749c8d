import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import type { Env } from '#config/env.js';
import { anonymousCors } from './cors/anonymous-cors.middleware.js';
import { frontDoor } from './front-door.middleware.js';
import { Overload } from './overload.js';
import { Requests } from './requests.js';
import { RouteRegistry } from './route-registry.js';
import { limitServer } from './server-limits.js';

/** The path prefix of every REST route. */
export const API_PREFIX = '/api/v1';

/** Adds the middleware and server limits of every request to an application. The API process and the tests use it. */
export function configureHttp(app: INestApplication, env: Env): void {
  (app.getHttpAdapter().getInstance() as Express).locals.publicUrl = env.PUBLIC_URL;
  app.use(frontDoor(app.get(Requests), app.get(Overload), env));
  app.use(anonymousCors(API_PREFIX, app.get(RouteRegistry).routes()));
  limitServer(app.getHttpServer() as Server, env);
  app.enableShutdownHooks();
}
