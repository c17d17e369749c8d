import { Controller, Query } from '@nestjs/common';
import { safeNext } from '#access/sign-in/safe-next.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { invalidField } from '#platform/errors/application-error.js';
import {
  bulkUpdateOpportunities,
  listOpportunities,
  MAX_TRIAGED,
} from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService, type TriageAsSeen } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { type Answer, fault, json, notice, page, redirect } from '../kernel/answers.js';
import type { Flash } from '../kernel/flash.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Fields, Form, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, Lists, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import {
  leftOutText,
  type OpportunityListChange,
  packed,
  rowIn,
  type RowState,
  statesBefore,
  triageFlash,
  triageOf,
  undoing,
  unpacked,
} from './opportunity-list-changes.js';
import { OpportunityDesk } from './opportunity-desk.page.js';
import { OPPORTUNITY_LIST } from './opportunity-list.query.js';
import { sourceOf } from './opportunity-parts.page.js';
import { OpportunityListReader } from './opportunity-list.reader.js';
import { OpportunityReader } from './opportunity.reader.js';
import { calledOf, writerOf } from './writer.js';

type ChangeFields = Texts<'change' | 'one' | 'seen' | 'back' | 'next' | 'made'> & Lists<'ids' | 'before'>;

/** What a form of the list did: the states for an undo, those that were left out, and both in words. */
interface Changed {
  /** Says which were left out. Empty without any. */
  text: string;
  before: readonly string[];
  left_out: TriageAsSeen['leftOut'];
  flash: Flash;
}

const NOTHING_CHANGED = { text: '', before: [], left_out: [] };

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

  /**
   * Changes one opportunity, the selected ones, or takes a change back, and leads on. A row whose status is no longer the one that the
   * page showed is left out and named. The page script gets no page but what it needs for an undo.
   */
  @Form(`${OPPORTUNITY_LIST}/triage`, { operation: bulkUpdateOpportunities, page: OPPORTUNITY_LIST })
  async triage(
    @Member() { caller }: TeamMember,
    @Fields('change', 'one', 'seen', 'back', 'next', 'made', 'ids[]', 'before[]') fields: ChangeFields,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const { change, one, seen, back, next, made, ids, before } = fields;
    // A decision names its opportunity, whatever is selected.
    const [row, rowChange = ''] = one.split(' ');
    const { flash, ...done } =
      change === 'undo'
        ? await this.undo(caller, made, before)
        : await this.change(caller, row ? [`${row}.${seen}`] : ids, row ? rowChange : change);
    if (request.accepts(['html', 'json']) === 'json') return json(done);
    return redirect(safeNext(next || back, OPPORTUNITY_LIST), flash);
  }

  private async change(caller: TeamCaller, fields: readonly string[], change: string): Promise<Changed> {
    if (fields.length === 0) return { ...NOTHING_CHANGED, flash: fault('Select at least one opportunity.') };
    const triage = triageOf(change);
    if (!triage) throw invalidField('change', 'Choose what to change');
    const rows = new Map(fields.map(rowIn).map((row) => [row.id, row]));
    const ids = [...rows.keys()];
    const { body } = this.input.validate(bulkUpdateOpportunities, { body: { ids, ...triage } });
    const changes = body.ids.map((id) => {
      const seen = triage.status && rows.get(id)?.seen;
      return { ...triage, id, ...(seen && { if_status: seen }) };
    });
    const outcome = await this.opportunities.triageAsSeen(caller, changes);
    const [states, text] = [statesBefore(outcome), await this.leftOutText(caller, outcome)];
    const flash = triageFlash(change as OpportunityListChange, states, text);
    return { text, before: states.map(packed), left_out: outcome.leftOut, flash };
  }

  private async undo(caller: TeamCaller, made: string, fields: readonly string[]): Promise<Changed> {
    const states = fields.map(unpacked).filter((state): state is RowState => state !== null);
    if (states.length !== fields.length || states.length > MAX_TRIAGED || !triageOf(made)) {
      throw invalidField('before', 'This change cannot be undone');
    }
    const changes = undoing(made, [...new Map(states.map((state) => [state.id, state])).values()]);
    const outcome = await this.opportunities.triageAsSeen(caller, changes);
    const text = await this.leftOutText(caller, outcome);
    const flash = outcome.changed.length > 0 ? notice(`Undone. ${text}`.trim()) : fault(text || 'Nothing was undone.');
    return { text, before: [], left_out: outcome.leftOut, flash };
  }

  private async leftOutText({ team }: TeamCaller, { leftOut }: TriageAsSeen): Promise<string> {
    const items = await this.opportunities.present(
      team.id,
      leftOut.map(({ id }) => id),
    );
    return leftOutText(items.map((item) => ({ name: nameOf(item), status: item.status })));
  }
}

const nameOf = (item: OpportunityDetail): string => calledOf(writerOf(item).name, sourceOf(item));
