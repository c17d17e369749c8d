import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import compression from 'compression';
import type { Env } from '#config/env.js';
import { anonymousCors } from './anonymous-cors.middleware.js';
import { requestContext } from './request-context.middleware.js';
import { Requests } from './requests.js';
import { securityHeaders } from './security-headers.js';
import { limitServer } from './server-limits.js';

/** The path every REST route begins with. */
export const API_PREFIX = '/api/v1';

/** Puts the middleware that every request passes in front of an application; used by the API process and by tests alike. */
export function configureHttp(app: INestApplication, env: Env): void {
  app.use(requestContext);
  app.use(app.get(Requests).middleware);
  app.use(securityHeaders(env));
  app.use(compression({ threshold: 1_024 }));
  app.use(API_PREFIX, anonymousCors);
  limitServer(app.getHttpServer() as Server, env);
  app.enableShutdownHooks();
}
