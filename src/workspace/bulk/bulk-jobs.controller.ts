import { Controller, Get, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult, Page } from '#platform/operations/operation.result.js';
import {
  type BulkItemView,
  type BulkJobView,
  cancelBulkJob,
  createBulkJob,
  getBulkJob,
  listBulkItems,
  listBulkJobs,
} from './bulk-jobs.operations.js';
import { BulkJobs } from './bulk-jobs.service.js';
import type { PriceQuote } from './quotes.operations.js';

@Controller('api/v1/bulk-jobs')
export class BulkJobsController {
  constructor(private readonly jobs: BulkJobs) {}

  @Post()
  @Serves(createBulkJob)
  create(
    @Call() { caller, input, ...request }: CallOf<typeof createBulkJob>,
  ): Promise<OperationResult<BulkJobView> | PriceQuote> {
    return this.jobs.create(caller, input.body, request);
  }

  @Get()
  @Serves(listBulkJobs)
  list(@Call() { caller, input }: CallOf<typeof listBulkJobs>): Promise<CursorPage<BulkJobView>> {
    return this.jobs.list(caller, input.query);
  }

  @Get(':id')
  @Serves(getBulkJob)
  get(@Call() { caller, input }: CallOf<typeof getBulkJob>): Promise<OperationResult<BulkJobView>> {
    return this.jobs.get(caller, input.path.id);
  }

  @Get(':id/items')
  @Serves(listBulkItems)
  listItems(@Call() { caller, input }: CallOf<typeof listBulkItems>): Promise<Page<BulkItemView>> {
    return this.jobs.listItems(caller, input.path.id, input.query);
  }

  @Post(':id/cancel')
  @Serves(cancelBulkJob)
  cancel(@Call() { caller, input }: CallOf<typeof cancelBulkJob>): Promise<OperationResult<BulkJobView>> {
    return this.jobs.cancel(caller, input.path.id);
  }
}
