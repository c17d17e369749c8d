import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { type Basket, PricingService } from '#accounts/runs/pricing.service.js';
import { type RequestIdentity, RunsService } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { UnlockContact } from './unlock-contact.action.js';
import type { UnlockItem } from './unlock.types.js';
import { UnlockTargets } from './unlock-targets.service.js';
import type { UnlockBody } from './unlocks.operations.js';
import type { UnlockedContact } from './unlocked-contact.dto.js';

interface Input {
  path: { id: string };
  body: UnlockBody;
}

/** Unlocks contacts of an opportunity. */
@Injectable()
export class UnlockContactService {
  constructor(
    private readonly targets: UnlockTargets,
    private readonly runs: RunsService,
    private readonly pricing: PricingService,
    private readonly credits: CreditsService,
  ) {}

  /** Unlocks the contact, or prices the unlock if the body says `dry_run`. @throws as `unlock` */
  async unlockOrPrice(caller: TeamCaller, input: Input, request: RequestIdentity): Promise<UnlockedContact | DryRun> {
    if (!input.body.dry_run) return this.unlock(caller, input, request);
    return this.price(input, await this.pricing.open(caller));
  }

  /**
   * @throws 404 for an unknown opportunity or a member who has not been revealed; 402; 500 when the provider failed,
   * with the credit refunded.
   */
  async unlock(caller: TeamCaller, input: Input, request: RequestIdentity): Promise<UnlockedContact> {
    const item = await this.itemOf(caller, input);
    const { lane: kind, credentialId: id, credentialName: name = null } = caller;
    const by = { kind, id, name, requestId: request.requestId };
    const unlocked = await this.runs.buy(UnlockContact, { ...item, by }, { caller, ...request });
    const { field, target } = item;
    return { field, target, ...unlocked, credits_remaining: await this.credits.balanceOf(caller.team.id) };
  }

  /** The price of `unlock`. @throws 404 */
  async price(input: Input, basket: Basket): Promise<DryRun> {
    return this.pricing.price(UnlockContact, await this.itemOf(basket.caller, input), basket);
  }

  /** @throws 404 */
  private async itemOf(caller: TeamCaller, { path, body }: Input): Promise<UnlockItem> {
    const { field } = body;
    const target = field === 'committee' ? 'committee' : (body.target ?? 'reviewer');
    const targetId = body.target_id ?? null;
    const item = { teamId: caller.team.id, opportunityId: path.id, target, targetId, field };
    await this.targets.personOf(item);
    return item;
  }
}
