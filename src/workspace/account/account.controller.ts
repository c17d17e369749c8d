import { Controller, Get } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CurrentCaller, Serves } from '#platform/http/operation.decorators.js';
import { type AccountOverview, type CreditBalance, getAccount, getCreditBalance } from './account.operations.js';
import { AccountService } from './account.service.js';

@Controller('api/v1')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('account')
  @Serves(getAccount)
  overview(@CurrentCaller() caller: TeamCaller): Promise<AccountOverview> {
    return this.account.overview(caller);
  }

  @Get('credit-balance')
  @Serves(getCreditBalance)
  creditBalance(@CurrentCaller() caller: TeamCaller): Promise<CreditBalance> {
    return this.account.creditBalance(caller);
  }
}
