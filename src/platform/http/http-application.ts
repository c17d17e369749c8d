import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { Env } from '#config/env.js';
import { anonymousCors } from './anonymous-cors.middleware.js';
import { frontDoor } from './front-door.middleware.js';
import { Requests } from './requests.js';
import { RouteRegistry } from './route-registry.js';
import { limitServer } from './server-limits.js';

/** The path every REST route begins with. */
export const API_PREFIX = '/api/v1';

/** Puts the middleware that every request passes in front of an application; used by the API process and by tests alike. */
export function configureHttp(app: INestApplication, env: Env): void {
  app.use(frontDoor(app.get(Requests), env));
  app.use(anonymousCors(API_PREFIX, app.get(RouteRegistry).routes()));
  limitServer(app.getHttpServer() as Server, env);
  app.enableShutdownHooks();
}
