import { Controller, Delete, Get, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import {
  addSuppression,
  listSuppressions,
  type RemovedSuppression,
  removeSuppression,
  type TeamSuppressionView,
} from './team-suppressions.operations.js';
import { TeamSuppressionsService } from './team-suppressions.service.js';

@Controller('api/v1/suppressions')
export class TeamSuppressionsController {
  constructor(private readonly suppressions: TeamSuppressionsService) {}

  @Get()
  @Serves(listSuppressions)
  list(@Call() { caller, input }: CallOf<typeof listSuppressions>): Promise<CursorPage<TeamSuppressionView>> {
    return this.suppressions.list(caller, input.query);
  }

  @Post()
  @Serves(addSuppression)
  add(@Call() { caller, input }: CallOf<typeof addSuppression>): Promise<TeamSuppressionView> {
    return this.suppressions.add(caller, input.body.value);
  }

  @Delete(':id')
  @Serves(removeSuppression)
  remove(@Call() { caller, input }: CallOf<typeof removeSuppression>): Promise<RemovedSuppression> {
    return this.suppressions.remove(caller, input.path.id);
  }
}
