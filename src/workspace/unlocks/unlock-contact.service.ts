import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { type RequestIdentity, RunsService } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { UnlockContact } from './unlock-contact.action.js';
import { UnlockTargets } from './unlock-targets.service.js';
import type { UnlockBody, UnlockedContact } from './unlocks.operations.js';

/** Unlocks contacts of an opportunity. */
@Injectable()
export class UnlockContactService {
  constructor(
    private readonly targets: UnlockTargets,
    private readonly runs: RunsService,
    private readonly credits: CreditsService,
  ) {}

  /**
   * @throws 404 for an unknown opportunity or a member who has not been revealed; 402; 500 when the provider failed,
   * with the credit refunded.
   */
  async unlock(
    caller: TeamCaller,
    { path, body }: { path: { id: string }; body: UnlockBody },
    request: RequestIdentity,
  ): Promise<UnlockedContact> {
    const { field } = body;
    const target = field === 'committee' ? 'committee' : (body.target ?? 'reviewer');
    const targetId = body.target_id ?? null;
    const { lane: kind, credentialId: id, credentialName: name = null } = caller;
    const by = { kind, id, name, requestId: request.requestId };
    const item = { teamId: caller.team.id, opportunityId: path.id.toLowerCase(), target, targetId, field, by };
    await this.targets.personOf(item);
    const unlocked = await this.runs.buy(UnlockContact, item, { caller, ...request });
    return { field, target, ...unlocked, credits_remaining: await this.credits.balanceOf(caller.team.id) };
  }
}
