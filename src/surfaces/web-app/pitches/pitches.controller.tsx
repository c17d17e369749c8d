import { Controller, Query } from '@nestjs/common';
import { AccountService } from '#workspace/account/account.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { getPitch, listPitches } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { type Answer, page } from '../kernel/answers.js';
import { Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import { pageNumber } from '../kernel/raw-query.js';
import { PitchList, PitchPage, pitchTitleOf } from './pitches.page.js';

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
    return page('Pitches', <PitchList page={saved} />);
  }

  @Page('/app/pitches/:id', { operation: getPitch, section: 'pitches' })
  async show(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const [pitch, profile] = await Promise.all([this.pitches.get(caller, id), this.account.senderProfile(caller)]);
    const [opportunity = null] = await this.opportunities.present(caller.team.id, [pitch.opportunity_id]);
    const ownWords = [pitch.features, ...Object.values(profile)].join('\n');
    return page(`${pitchTitleOf(pitch)} · Pitch`, <PitchPage {...{ pitch, opportunity, ownWords }} />);
  }
}
