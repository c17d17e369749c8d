import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Immutable, OperationResult } from '#platform/operations/operation.result.js';
import { getPainPoints } from './pain-points.operations.js';
import { PainPointsService } from './pain-points.service.js';
import type { Report } from './report.content.js';
import { listThemeMentions, type ThemeMention } from './theme-mentions.operations.js';
import { ThemeMentionsService } from './theme-mentions.service.js';

@Controller('api/v1/products/:id/pain-points')
export class PainPointsController {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly mentions: ThemeMentionsService,
  ) {}

  @Get()
  @Serves(getPainPoints)
  read(@Call() { caller, input: { path } }: CallOf<typeof getPainPoints>): Promise<Immutable<OperationResult<Report>>> {
    return this.painPoints.reportFor(caller, path.id);
  }

  @Get(':theme_id/mentions')
  @Serves(listThemeMentions)
  listMentions(
    @Call() { caller, input: { path, query } }: CallOf<typeof listThemeMentions>,
  ): Promise<OperationResult<ThemeMention[]>> {
    return this.mentions.list(caller, path, query);
  }
}
