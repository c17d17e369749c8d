import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** What the service says about itself: OpenAPI for programs, a page for people. */
@Module({ controllers: [OpenApiController, DocsController] })
export class ReferenceModule {}
