import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Env } from '#config/env.js';

/**
 * The security headers of a JSON response. Pages replace the content security policy; helmet's other headers are for
 * documents. The headers are the same for every response, so helmet runs once.
 */
export function securityHeaders(env: Env): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const ask = helmet({
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
    xPoweredBy: false,
    xXssProtection: false,
  });
  const response = { setHeader: (name: string, value: string) => headers.push([name, value]) };
  ask({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return headers;
}
