import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { JSON_TYPE } from '#platform/http/envelope.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { describeService } from './openapi.document.js';

/** Serves the OpenAPI document of the running service. The first request creates it. */
@Controller('api/v1/openapi.json')
@OpenRoute('the reference is public')
export class OpenApiController {
  private document: string | undefined;

  constructor(
    private readonly registry: RouteRegistry,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  @Header('Content-Type', JSON_TYPE)
  show(): string {
    return (this.document ??= JSON.stringify(describeService(this.registry.operationRoutes(), this.env)));
  }
}
