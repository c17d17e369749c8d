import { Module } from '@nestjs/common';
import { ApiKeyViews } from './api-key-views.service.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysModule } from './api-keys.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [ApiKeysModule], providers: [ApiKeyViews], controllers: [ApiKeysController] })
export class ApiKeysApiModule {}
