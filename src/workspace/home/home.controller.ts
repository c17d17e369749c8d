import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { getHome, type HomeOverview } from './home.operations.js';
import { HomeService } from './home.service.js';

@Controller('api/v1/home')
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  @Serves(getHome)
  read(@Call() { caller }: CallOf<typeof getHome>): Promise<HomeOverview> {
    return this.home.homeFor(caller);
  }
}
