import { Controller, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { UnlockContactService } from './unlock-contact.service.js';
import { unlockContact } from './unlocks.operations.js';
import type { UnlockedContact } from './unlocked-contact.dto.js';

@Controller('api/v1/opportunities')
export class UnlocksController {
  constructor(private readonly unlocks: UnlockContactService) {}

  @Post(':id/unlock-contact')
  @Serves(unlockContact)
  unlock(@Call() { caller, input, ...request }: CallOf<typeof unlockContact>): Promise<UnlockedContact | DryRun> {
    return this.unlocks.unlockOrPrice(caller, input, request);
  }
}
