import { Controller, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { UnlockContact } from './unlock-contact.action.js';
import { unlockContact } from './unlocks.operations.js';
import type { UnlockedContact } from './unlocked-contact.dto.js';

@Controller('api/v1/opportunities')
export class UnlocksController {
  constructor(private readonly calls: PaidCalls) {}

  @Post(':id/unlock-contact')
  @Serves(unlockContact)
  unlock(@Call() call: CallOf<typeof unlockContact>): Promise<UnlockedContact | DryRun> {
    return this.calls.buyOrPrice(UnlockContact, call);
  }
}
