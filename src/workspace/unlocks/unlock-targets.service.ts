import { Injectable } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import type { Person } from '#workspace/enrichment/enrichment.types.js';
import type { UnlockItem } from './unlock.types.js';
import { UnlockStates } from './unlock-states.service.js';
import { UnlockTargetsQueries } from './unlock-targets.queries.js';

/** Finds the person whose contact an unlock requests. */
@Injectable()
export class UnlockTargets {
  constructor(
    private readonly queries: UnlockTargetsQueries,
    private readonly states: UnlockStates,
  ) {}

  /**
   * The writer of the opportunity, or a member of its committee.
   * @throws 404 for an unknown opportunity or a member who has not been revealed
   */
  async personOf({ teamId, opportunityId, targetId }: UnlockItem): Promise<Person> {
    const writer = await this.queries.writerOf(opportunityId);
    if (!writer) throw notFound();
    const { company_website: companyWebsite, profile_url: profileUrl, name, company } = writer;
    if (targetId === null) return { name, company, companyWebsite, profileUrl };
    const state = (await this.states.findByTeam(teamId, [opportunityId])).get(opportunityId);
    const shown = state?.committee?.find((each) => each.index === targetId);
    const member = shown ?? (await this.states.findListedMember(teamId, opportunityId, targetId));
    if (!member) throw notFound('No revealed committee member has this index');
    return { name: member.name, company: member.company_name, companyWebsite, profileUrl: member.profile_url };
  }

  /** Whether the terms of the service that the text came from let its writer be contacted. Committees come from elsewhere. */
  async isContactable({ opportunityId, targetId, field }: UnlockItem): Promise<boolean> {
    if (targetId !== null || field === 'committee') return true;
    return this.queries.isContactable(opportunityId);
  }
}
