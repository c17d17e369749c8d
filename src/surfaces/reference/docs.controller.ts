import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';

const ASSETS = dirname(
  createRequire(join(import.meta.dirname, 'docs.controller.js')).resolve('swagger-ui-dist/package.json'),
);
const SERVED = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Qualm API reference</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript><p>This page needs JavaScript. The OpenAPI document is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></noscript>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** The API reference for people: Swagger UI, served from this host only. */
@Controller('docs')
@OpenRoute('a public page')
export class DocsController {
  private readonly policy: string;

  constructor(@Inject(ENV) env: Env) {
    // Swagger UI uses inline styles and data URLs for icons.
    this.policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      `connect-src 'self' ${new URL(env.PUBLIC_URL).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  }

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(@Res({ passthrough: true }) response: Response): string {
    response.setHeader('Content-Security-Policy', this.policy);
    return PAGE;
  }

  @Get('start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START;
  }

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res() response: Response): void {
    if (!SERVED.has(file)) throw notFound();
    response.sendFile(file, { root: ASSETS, maxAge: '1h' });
  }
}
