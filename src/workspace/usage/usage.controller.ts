import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { getUsage, type LedgerEntry, listLedger, type Usage } from './usage.operations.js';
import { UsageService } from './usage.service.js';

@Controller('api/v1/account')
export class UsageController {
  constructor(private readonly service: UsageService) {}

  @Get('usage')
  @Serves(getUsage)
  usage(@Call() { caller, input }: CallOf<typeof getUsage>): Promise<Usage> {
    return this.service.usage(caller, input.query);
  }

  @Get('ledger')
  @Serves(listLedger)
  ledger(@Call() { caller, input }: CallOf<typeof listLedger>): Promise<CursorPage<LedgerEntry>> {
    return this.service.ledger(caller, input.query);
  }
}
