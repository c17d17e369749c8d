import { Controller, Get, Post } from '@nestjs/common';
import { allFixtures, type Fixture } from '#accounts/runs/fixtures.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import {
  createTestEvent,
  listFixtures,
  resetTestMode,
  type TestEvent,
  type TestReset,
} from './test-mode.operations.js';
import { TestModeService } from './test-mode.service.js';

@Controller('api/v1/test')
export class TestModeController {
  constructor(private readonly testMode: TestModeService) {}

  @Get('fixtures')
  @Serves(listFixtures)
  fixtures(): Fixture[] {
    return allFixtures();
  }

  @Post('reset')
  @Serves(resetTestMode)
  reset(@Call() { caller }: CallOf<typeof resetTestMode>): Promise<TestReset> {
    return this.testMode.reset(caller);
  }

  @Post('events')
  @Serves(createTestEvent)
  createEvent(@Call() { caller, input }: CallOf<typeof createTestEvent>): Promise<TestEvent> {
    return this.testMode.createEvent(caller, input.body.type);
  }
}
