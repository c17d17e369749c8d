import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import {
  addSource,
  getSource,
  listConnectors,
  listSources,
  previewSource,
  removeSource,
  type SourceAdded,
  type SourceConnector,
  type SourcePreviewResult,
  type SourceRemoved,
  type TrackedSource,
} from './tracking.operations.js';
import { TrackingService } from './tracking.service.js';

@Controller('api/v1/sources')
export class TrackingController {
  constructor(private readonly tracking: TrackingService) {}

  @Get('connectors')
  @Serves(listConnectors)
  connectors(): SourceConnector[] {
    return this.tracking.connectors();
  }

  @Get()
  @Serves(listSources)
  list(@Call() { caller }: CallOf<typeof listSources>): Promise<TrackedSource[]> {
    return this.tracking.list(caller);
  }

  @Post()
  @Serves(addSource)
  add(@Call() { caller, input }: CallOf<typeof addSource>): Promise<SourceAdded> {
    return this.tracking.add(caller, input.body);
  }

  @Post('preview')
  @HttpCode(200)
  @Serves(previewSource)
  preview(@Call() { caller, input }: CallOf<typeof previewSource>): Promise<SourcePreviewResult> {
    return this.tracking.preview(caller, input.body);
  }

  @Get(':id')
  @Serves(getSource)
  get(@Call() { caller, input }: CallOf<typeof getSource>): Promise<TrackedSource> {
    return this.tracking.get(caller, input.path.id);
  }

  @Delete(':id')
  @Serves(removeSource)
  remove(@Call() { caller, input }: CallOf<typeof removeSource>): Promise<SourceRemoved> {
    return this.tracking.remove(caller, input.path.id);
  }
}
