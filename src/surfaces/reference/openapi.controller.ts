import { Controller, Get, Inject } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RenderedJson } from '#platform/http/rendered-json.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { describeService } from './openapi.document.js';

/** The description of the running service, made once, when first asked for. */
@Controller('api/v1/openapi.json')
@OpenRoute('whoever writes a client reads it first')
export class OpenApiController {
  private document: RenderedJson | undefined;

  constructor(
    private readonly registry: RouteRegistry,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  show(): RenderedJson {
    this.document ??= new RenderedJson(
      JSON.stringify(describeService(this.registry.operationRoutes(), this.env.PUBLIC_URL)),
    );
    return this.document;
  }
}
