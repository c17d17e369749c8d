import { Controller, Get, Patch } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import {
  type AccountOverview,
  type CreditBalance,
  getAccount,
  getCreditBalance,
  getSenderProfile,
  updateSenderProfile,
} from './account.operations.js';
import { AccountService } from './account.service.js';
import type { SenderProfileView } from './sender-profile.dto.js';

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

  @Get('account/sender-profile')
  @Serves(getSenderProfile)
  senderProfile(@Call() { caller }: CallOf<typeof getSenderProfile>): Promise<SenderProfileView> {
    return this.account.senderProfile(caller);
  }

  @Patch('account/sender-profile')
  @Serves(updateSenderProfile)
  updateSenderProfile(@Call() { caller, input }: CallOf<typeof updateSenderProfile>): Promise<SenderProfileView> {
    return this.account.updateSenderProfile(caller, input.body);
  }
}
