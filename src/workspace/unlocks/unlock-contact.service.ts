import { Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import type { Person, UnlockTarget } from '#workspace/enrichment/enrichment.types.js';
import { UnlockStates } from '#workspace/enrichment/unlock-states.service.js';
import { UnlocksService } from '#workspace/enrichment/unlocks.service.js';
import { UnlockTargetsQueries } from './unlock-targets.queries.js';
import type { UnlockBody, UnlockedContact } from './unlocks.operations.js';

/** Reveals contacts of an opportunity: finds out who is meant, and leaves the selling to the unlocks. */
@Injectable()
export class UnlockContactService {
  constructor(
    private readonly targets: UnlockTargetsQueries,
    private readonly states: UnlockStates,
    private readonly unlocks: UnlocksService,
    private readonly credits: CreditsService,
  ) {}

  /**
   * @throws 404 for an unknown opportunity, or a member who has not been revealed; 402; 500 when the provider failed,
   * with the credit given back.
   */
  async unlock(
    caller: TeamCaller,
    { path, body }: { path: { id: string }; body: UnlockBody },
    requestId: string,
  ): Promise<UnlockedContact> {
    const { field } = body;
    const target: UnlockTarget = field === 'committee' ? 'committee' : (body.target ?? 'reviewer');
    const targetId = body.target_id ?? null;
    const opportunityId = path.id.toLowerCase();
    const writer = await this.targets.writerOf(opportunityId);
    if (!writer) throw notFound();
    const reviewer: Person = {
      name: writer.name,
      company: writer.company,
      companyWebsite: writer.company_website,
      profileUrl: writer.profile_url,
    };
    const person = targetId === null ? reviewer : await this.memberOf(caller, opportunityId, targetId, reviewer);
    const unlocked = await this.unlocks.unlock({
      caller,
      requestId,
      thing: { opportunityId, target, targetId, field },
      person,
    });
    return { field, target, ...unlocked, credits_remaining: await this.credits.balanceOf(caller.team.id) };
  }

  private async memberOf(caller: TeamCaller, opportunityId: string, index: number, reviewer: Person): Promise<Person> {
    const state = (await this.states.of(caller.team.id, [opportunityId])).get(opportunityId);
    const member = state?.committee?.find((each) => each.index === index);
    if (!member) throw notFound('No revealed committee member has this index');
    return {
      name: member.name,
      company: member.company_name,
      companyWebsite: reviewer.companyWebsite,
      profileUrl: member.profile_url,
    };
  }
}
