import { Injectable } from '@nestjs/common';
import { decide } from '#access/policy/access.policy.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { updateOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import type { TeamMember } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { roleIn } from './committee.page.js';
import type { OpportunityView } from './opportunity.page.js';
import { TimelineReader } from './timeline.reader.js';
import { UnlockProgressReader } from './unlock-progress.reader.js';

const LISTED_PITCHES = 5;

/** Reads everything that the page shows of one opportunity. */
@Injectable()
export class OpportunityReader {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly pitches: PitchesService,
    private readonly credits: CreditsService,
    private readonly timeline: TimelineReader,
    private readonly unlockProgress: UnlockProgressReader,
  ) {}

  /** `isOpened` marks it as viewed, if the member may do that. @throws 404 */
  async read({ caller, team }: TeamMember, id: string, query: RawQuery, isOpened: boolean): Promise<OpportunityView> {
    // Before the opportunity, so that what has ended is on the page.
    const unlocks = await this.unlockProgress.read(caller, query.job);
    const mayMark = isOpened && !decide(updateOpportunity, caller);
    const viewed = mayMark ? await this.opportunities.triage(caller, id, { is_viewed: true }) : null;
    const [opportunity, balance, { items: pitches }, canRedraft] = await Promise.all([
      this.opportunities.get(caller, id),
      this.credits.balanceOf(team.id),
      this.pitches.list(caller, { opportunity_id: id, page: 1, page_size: LISTED_PITCHES }),
      this.pitches.canRedraft(caller, id),
    ]);
    const timeline = await this.timeline.read(caller, { opportunity, pitches, viewedAt: viewed?.viewed_at ?? null });
    const prices = { pitch: generatePitch.price, unlock: unlockContact.price };
    return { opportunity, pitches, canRedraft, timeline, balance, prices, role: roleIn(query.role), unlocks };
  }
}
