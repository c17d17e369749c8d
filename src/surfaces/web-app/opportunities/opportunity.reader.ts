import { Injectable } from '@nestjs/common';
import { decide } from '#access/policy/access.policy.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { Destinations } from '#workspace/destinations/destinations.service.js';
import { HandOvers } from '#workspace/destinations/hand-overs.service.js';
import { updateOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { introductionOf } from '#workspace/pitches/pitch.sender.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { ActivityService } from '#workspace/team-work/activity.service.js';
import { CommentsService, mayDelete } from '#workspace/team-work/comments.service.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import type { TeamMember } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { roleIn } from './committee.page.js';
import type { HandOverState } from './hand-over.page.js';
import type { OpportunityView } from './opportunity.page.js';
import { UnlockProgressReader } from './unlock-progress.reader.js';

const LISTED_PITCHES = 5;
const SHOWN_COMMENTS = 20;
const SHOWN_ACTIVITY = 20;

/** Reads everything that the page shows of one opportunity. */
@Injectable()
export class OpportunityReader {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly pitches: PitchesService,
    private readonly credits: CreditsService,
    private readonly activity: ActivityService,
    private readonly comments: CommentsService,
    private readonly memberships: MembershipsService,
    private readonly senders: SenderProfilesService,
    private readonly unlockProgress: UnlockProgressReader,
    private readonly destinations: Destinations,
    private readonly handOvers: HandOvers,
  ) {}

  /** `isOpened` marks it as viewed, if the member may do that. @throws 404 */
  async read({ caller, team }: TeamMember, id: string, query: RawQuery, isOpened: boolean): Promise<OpportunityView> {
    // Before the opportunity, so that what has ended is on the page.
    const unlocks = await this.unlockProgress.read(caller, query.job);
    const mayMark = isOpened && !decide(updateOpportunity, caller);
    if (mayMark) await this.opportunities.triage(caller, id, { is_viewed: true });
    const opportunity = await this.opportunities.get(caller, id);
    const [balance, { items: pitches }, canRedraft, sender, activity, comments, members, handOver] = await Promise.all([
      this.credits.balanceOf(team.id),
      this.pitches.list(caller, { opportunity_id: id, page: 1, page_size: LISTED_PITCHES }),
      this.pitches.canRedraft(caller, id),
      this.senders.get(team.id),
      this.activity.of(caller, opportunity),
      this.comments.latest(team.id, id, SHOWN_COMMENTS),
      this.memberships.findByTeam(team.id),
      this.handOverOf(team.id, id),
    ]);
    const shown = comments.map((comment) => ({ ...comment, mayDelete: mayDelete(caller, comment) }));
    const teamWork = { members, comments: shown };
    const prices = { pitch: generatePitch.price, unlock: unlockContact.price };
    const role = roleIn(query.role);
    const latest = activity.slice(0, SHOWN_ACTIVITY);
    const pitch = { canRedraft, isIntroduced: introductionOf(sender, null) !== '' };
    return { opportunity, pitches, ...pitch, activity: latest, teamWork, handOver, balance, prices, role, unlocks };
  }

  private async handOverOf(teamId: string, id: string): Promise<HandOverState> {
    const [made, accounts] = await Promise.all([
      this.handOvers.of(teamId, id),
      this.destinations.ofKind(teamId, 'hubspot'),
    ]);
    return { made, isPossible: accounts.some(({ status }) => status === 'enabled') };
  }
}
