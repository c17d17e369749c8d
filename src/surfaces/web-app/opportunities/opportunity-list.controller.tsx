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
import { type RawQuery, withFewRows } from '../kernel/raw-query.js';
import {
  type OpportunityListChange,
  type RowState,
  triageFlash,
  triageOf,
  unpacked,
} from './opportunity-list-changes.js';
import { OpportunityList } from './opportunity-list.page.js';
import { listingOf, OPPORTUNITY_LIST, readOpportunityListQuery } from './opportunity-list.query.js';

type ChangeFields = Texts<'change' | 'one' | 'back'> & Lists<'ids' | 'before'>;

/** The list of opportunities, and the form behind all of its changes. */
@Controller()
export class OpportunityListController {
  constructor(
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
  ) {}

  @Page(OPPORTUNITY_LIST, { operation: listOpportunities, section: 'opportunities' })
  async list(@Member() { caller }: TeamMember, @Query() raw: RawQuery): Promise<Answer> {
    const query = readOpportunityListQuery(withFewRows(raw));
    const { query: filter } = this.input.validate(listOpportunities, {
      query: listingOf(query, raw.page || undefined),
    });
    const [found, total] = await Promise.all([
      this.opportunities.list(caller, filter),
      this.opportunities.count(caller, filter),
    ]);
    return page('Opportunities', <OpportunityList page={found} {...{ total, query }} />);
  }

  /** Changes one row, the selected rows, or takes a change back. The page script gets no page but 204. */
  @Form(`${OPPORTUNITY_LIST}/triage`, { operation: bulkUpdateOpportunities, page: OPPORTUNITY_LIST })
  async triage(
    @Member() { caller }: TeamMember,
    @Fields('change', 'one', 'back', 'ids[]', 'before[]') { change, one, back, ids, before }: ChangeFields,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    // The button of a row names its row, whatever is selected.
    const [row, rowChange = ''] = one.split(' ');
    const flash =
      change === 'undo'
        ? await this.undo(caller, before)
        : await this.change(caller, row ? [row] : ids, row ? rowChange : change);
    if (request.accepts(['html', 'json']) === 'json') return nothing();
    return redirect(safeNext(back, OPPORTUNITY_LIST), flash);
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
