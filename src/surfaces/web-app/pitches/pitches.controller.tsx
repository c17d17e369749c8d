import { Controller, Query } from '@nestjs/common';
import { AccountService } from '#workspace/account/account.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { getPitch, listPitches } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { type Answer, page } from '../kernel/answers.js';
import { Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import { pageNumber } from '../kernel/raw-query.js';
import { personIn } from '../opportunities/opportunity-parts.page.js';
import { headOf, PitchList, PitchPage } from './pitches.page.js';

const PITCHES = 20;

@Controller()
export class PitchPagesController {
  constructor(
    private readonly pitches: PitchesService,
    private readonly account: AccountService,
    private readonly opportunities: OpportunitiesService,
  ) {}

  @Page('/app/pitches', { operation: listPitches, section: 'pitches' })
  async list(@Member() { caller }: TeamMember, @Query('page') number: unknown): Promise<Answer> {
    const saved = await this.pitches.list(caller, { page: pageNumber(number), page_size: PITCHES });
    const ids = new Set(saved.items.map(({ opportunity_id }) => opportunity_id));
    const opportunities = await this.opportunities.present(caller.team.id, [...ids]);
    const people = new Map(opportunities.map((opportunity) => [opportunity.id, personIn(opportunity)]));
    return page('Pitches', <PitchList page={saved} people={people} />);
  }

  @Page('/app/pitches/:id', { operation: getPitch, section: 'pitches' })
  async show(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const [pitch, profile] = await Promise.all([this.pitches.get(caller, id), this.account.senderProfile(caller)]);
    const [opportunity = null] = await this.opportunities.present(caller.team.id, [pitch.opportunity_id]);
    const ownWords = [pitch.features, ...Object.values(profile)].join('\n');
    return page(headOf(pitch, opportunity), <PitchPage {...{ pitch, opportunity, ownWords }} />);
  }
}
