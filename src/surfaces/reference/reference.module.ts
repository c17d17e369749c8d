import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** The API reference: an OpenAPI document for programs and a page for people. */
@Module({ controllers: [OpenApiController, DocsController] })
export class ReferenceModule {}
