import { Controller, Query } from '@nestjs/common';
import { safeNext } from '#access/sign-in/safe-next.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { invalidField } from '#platform/errors/application-error.js';
import {
  bulkUpdateOpportunities,
  listOpportunities,
  MAX_TRIAGED,
} from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { type Answer, fault, nothing, notice, page, redirect } from '../kernel/answers.js';
import type { Flash } from '../kernel/flash.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Fields, Form, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, Lists, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import {
  type OpportunityListChange,
  type RowState,
  triageFlash,
  triageOf,
  unpacked,
} from './opportunity-list-changes.js';
import { OpportunityDesk } from './opportunity-desk.page.js';
import { OPPORTUNITY_LIST } from './opportunity-list.query.js';
import { OpportunityListReader } from './opportunity-list.reader.js';
import { OpportunityReader } from './opportunity.reader.js';

type ChangeFields = Texts<'change' | 'one' | 'back' | 'next'> & Lists<'ids' | 'before'>;

/** The list of opportunities, and the form behind all of its changes. */
@Controller()
export class OpportunityListController {
  constructor(
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly lists: OpportunityListReader,
    private readonly reader: OpportunityReader,
  ) {}

  /** On a screen the first opportunity stands beside the list. It counts as viewed only when it is opened. */
  @Page(OPPORTUNITY_LIST, { operation: listOpportunities, section: 'opportunities' })
  async list(@Member() member: TeamMember, @Query() raw: RawQuery): Promise<Answer> {
    const list = await this.lists.read(member.caller, raw);
    const [first] = list.page.items;
    const open = first ? await this.reader.read(member, first.id, {}, false) : null;
    return page('Opportunities', <OpportunityDesk list={list} open={open} shows="list" />, { isWhole: true });
  }

  /** Changes one opportunity, the selected ones, or takes a change back, and leads on. The page script gets no page but 204. */
  @Form(`${OPPORTUNITY_LIST}/triage`, { operation: bulkUpdateOpportunities, page: OPPORTUNITY_LIST })
  async triage(
    @Member() { caller }: TeamMember,
    @Fields('change', 'one', 'back', 'next', 'ids[]', 'before[]')
    { change, one, back, next, ids, before }: ChangeFields,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    // A decision names its opportunity, whatever is selected.
    const [row, rowChange = ''] = one.split(' ');
    const flash =
      change === 'undo'
        ? await this.undo(caller, before)
        : await this.change(caller, row ? [row] : ids, row ? rowChange : change);
    if (request.accepts(['html', 'json']) === 'json') return nothing();
    return redirect(safeNext(next || back, OPPORTUNITY_LIST), flash);
  }

  private async change(caller: TeamCaller, ids: readonly string[], change: string): Promise<Flash> {
    if (ids.length === 0) return fault('Select at least one opportunity.');
    const triage = triageOf(change);
    if (!triage) throw invalidField('change', 'Choose what to change');
    const { body } = this.input.validate(bulkUpdateOpportunities, { body: { ids, ...triage } });
    const states = await this.opportunities.triageOf(caller, body.ids);
    await this.opportunities.triageMany(caller, body);
    return triageFlash(change as OpportunityListChange, states);
  }

  private async undo(caller: TeamCaller, fields: readonly string[]): Promise<Flash> {
    const states = fields.map(unpacked).filter((state): state is RowState => state !== null);
    if (states.length !== fields.length || states.length > MAX_TRIAGED) {
      throw invalidField('before', 'This change cannot be undone');
    }
    await this.opportunities.triageEach(caller, [...new Map(states.map((state) => [state.id, state])).values()]);
    return notice('Undone.');
  }
}
