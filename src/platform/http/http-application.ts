import type { INestApplication } from '@nestjs/common';
import compression from 'compression';
import helmet from 'helmet';
import type { Env } from '#config/env.js';
import { anonymousCors } from './anonymous-cors.middleware.js';
import { requestContext } from './request-context.middleware.js';

/** The path every REST route begins with. */
export const API_PREFIX = '/api/v1';

/** Puts the middleware that every request passes in front of an application; used by the API process and by tests alike. */
export function configureHttp(app: INestApplication, env: Env): void {
  app.use(requestContext);
  app.use(
    helmet({
      // The pages bring their own policy; an API answer is never a document.
      contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
      strictTransportSecurity: env.PUBLIC_URL.startsWith('https:'),
    }),
  );
  app.use(compression({ threshold: 1_024 }));
  app.use(API_PREFIX, anonymousCors);
  app.enableShutdownHooks();
}
