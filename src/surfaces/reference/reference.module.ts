import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { publishAssets } from '#platform/pages/assets.js';
import { AssistantTextsController } from './assistant-texts.controller.js';
import { ChangelogController } from './changelog.controller.js';
import { ClientsController } from './clients.controller.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { ReferenceDocument } from './reference.document.js';
import { ReferencePages } from './reference.pages.js';

publishAssets(join(import.meta.dirname, 'assets'));

/** The API reference: an OpenAPI document for programs, pages for people, and Markdown for assistants. */
@Module({
  imports: [RunsModule, SignInModule],
  controllers: [ChangelogController, OpenApiController, DocsController, AssistantTextsController, ClientsController],
  providers: [ReferenceDocument, ReferencePages],
})
export class ReferenceModule {}
