import helmet from 'helmet';
import type { RequestHandler } from 'express';
import type { Env } from '#config/env.js';

/** The headers a JSON answer needs; pages set a policy of their own over this one. The rest of helmet is for documents. */
export const securityHeaders = (env: Env): RequestHandler =>
  helmet({
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    strictTransportSecurity: env.PUBLIC_URL.startsWith('https:'),
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }) as RequestHandler;
