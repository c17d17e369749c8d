import { Controller, Delete, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { ApiKeyViews } from './api-key-views.service.js';
import {
  type ApiKeyView,
  getCurrentApiKey,
  listApiKeys,
  revokeCurrentApiKey,
  type RevokedKeyView,
} from './api-keys.operations.js';

@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeyViews) {}

  @Get()
  @Serves(listApiKeys)
  list(@Call() { caller, input }: CallOf<typeof listApiKeys>): Promise<CursorPage<ApiKeyView>> {
    return this.keys.list(caller, input.query);
  }

  @Get('current')
  @Serves(getCurrentApiKey)
  current(@Call() { caller }: CallOf<typeof getCurrentApiKey>): Promise<ApiKeyView> {
    return this.keys.current(caller);
  }

  @Delete('current')
  @Serves(revokeCurrentApiKey)
  revokeCurrent(@Call() { caller }: CallOf<typeof revokeCurrentApiKey>): Promise<RevokedKeyView> {
    return this.keys.revokeCurrent(caller);
  }
}
