import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { type FilterValues, listFilters } from './filters.operations.js';
import { FiltersService } from './filters.service.js';

@Controller('api/v1/filters')
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Get()
  @Serves(listFilters)
  list(@Call() { caller }: CallOf<typeof listFilters>): Promise<FilterValues> {
    return this.filters.list(caller);
  }
}
