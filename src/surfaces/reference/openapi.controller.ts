import { Controller, Get, Header } from '@nestjs/common';
import { JSON_TYPE } from '#platform/http/envelope.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { ReferenceDocument } from './reference.document.js';

/** Serves the OpenAPI document of the running service. */
@Controller('api/v1/openapi.json')
@OpenRoute('the reference is public')
export class OpenApiController {
  private json: string | undefined;

  constructor(private readonly document: ReferenceDocument) {}

  @Get()
  @Header('Content-Type', JSON_TYPE)
  show(): string {
    return (this.json ??= JSON.stringify(this.document.get()));
  }
}
