import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { type AccountOverview, type CreditBalance, getAccount, getCreditBalance } from './account.operations.js';
import { AccountService } from './account.service.js';

@Controller('api/v1')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('account')
  @Serves(getAccount)
  overview(@Call() { caller }: CallOf<typeof getAccount>): Promise<AccountOverview> {
    return this.account.overview(caller);
  }

  @Get('credit-balance')
  @Serves(getCreditBalance)
  creditBalance(@Call() { caller }: CallOf<typeof getCreditBalance>): Promise<CreditBalance> {
    return this.account.creditBalance(caller);
  }
}
