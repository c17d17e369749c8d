import { Controller, Post } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CurrentCaller, Input, RequestIds, Serves } from '#platform/http/operation.decorators.js';
import type { InputOf } from '#platform/operations/operation.js';
import { UnlockContactService } from './unlock-contact.service.js';
import { unlockContact, type UnlockedContact } from './unlocks.operations.js';

@Controller('api/v1/opportunities')
export class UnlocksController {
  constructor(private readonly unlocks: UnlockContactService) {}

  @Post(':id/unlock-contact')
  @Serves(unlockContact)
  unlock(
    @CurrentCaller() caller: TeamCaller,
    @Input() input: InputOf<typeof unlockContact>,
    @RequestIds() request: RequestIdentity,
  ): Promise<UnlockedContact> {
    return this.unlocks.unlock(caller, input, request);
  }
}
