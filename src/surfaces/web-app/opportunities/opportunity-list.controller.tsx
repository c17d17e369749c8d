import { Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { safeNext, SignedInPages } from '#access/sign-in/signed-in.guard.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { invalidField } from '#platform/errors/application-error.js';
import {
  bulkUpdateOpportunities,
  listOpportunities,
  MOST_TRIAGED,
} from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { AppPages } from '../parts/app-pages.js';
import { type Flash, Flashes } from '../parts/flash.js';
import { FormInput } from '../parts/form-input.js';
import { type RawQuery, texts, withFewRows } from '../parts/form-texts.js';
import {
  type OpportunityListChange,
  type RowState,
  triageFlash,
  triageOf,
  unpacked,
} from './opportunity-list-changes.js';
import { OpportunityList } from './opportunity-list.page.js';
import { OPPORTUNITY_LIST, listingOf, readOpportunityListQuery } from './opportunity-list.query.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';

const NOTHING_SELECTED: Flash = { kind: 'fault', text: 'Select at least one opportunity.' };

/** The list of opportunities, and the form behind all of its changes. */
@Controller('app/opportunities')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class OpportunityListController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  async list(@Query() raw: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(listOpportunities, request, response);
    const query = readOpportunityListQuery(withFewRows(raw));
    const { query: filter } = this.input.validate(listOpportunities, {
      query: listingOf(query, raw.page || undefined),
    });
    const [page, total] = await Promise.all([
      this.opportunities.list(caller, filter),
      this.opportunities.count(caller, filter),
    ]);
    await this.pages.send(request, response, {
      title: 'Opportunities',
      section: 'opportunities',
      content: ({ csrfToken, flash }) => <OpportunityList {...{ page, total, query, csrfToken, flash }} />,
    });
  }

  /** The address of the form has no page of its own. */
  @Get('triage')
  back(@Res() response: Response): void {
    response.redirect(302, OPPORTUNITY_LIST);
  }

  /** Changes one row, the selected rows, or takes a change back. The page script gets no page but 204. */
  @Post('triage')
  async triage(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(bulkUpdateOpportunities, request, response);
    const { change, one, back } = texts(request, 'change', 'one', 'back');
    const { ids, before } = (request.body ?? {}) as { ids?: unknown; before?: unknown };
    // The button of a row names its row, whatever is selected.
    const [row, rowChange = ''] = one.split(' ');
    const flash =
      change === 'undo'
        ? await this.undo(caller, [before ?? []].flat())
        : await this.change(caller, row ? [row] : [ids ?? []].flat(), row ? rowChange : change);
    if (request.accepts(['html', 'json']) === 'json') return void response.status(204).end();
    await this.flashes.redirect(request, response, safeNext(back, OPPORTUNITY_LIST), flash);
  }

  private async change(caller: TeamCaller, ids: readonly unknown[], change: string): Promise<Flash> {
    if (ids.length === 0) return NOTHING_SELECTED;
    const triage = triageOf(change);
    if (!triage) throw invalidField('change', 'Choose what to change');
    const { body } = this.input.validate(bulkUpdateOpportunities, { body: { ids, ...triage } });
    const states = await this.opportunities.triageOf(caller, body.ids);
    await this.opportunities.triageMany(caller, body);
    return triageFlash(change as OpportunityListChange, states);
  }

  private async undo(caller: TeamCaller, fields: readonly unknown[]): Promise<Flash> {
    const states = fields.map(unpacked).filter((state): state is RowState => state !== null);
    if (states.length !== fields.length || states.length > MOST_TRIAGED) {
      throw invalidField('before', 'This change cannot be undone');
    }
    await this.opportunities.triageEach(caller, [...new Map(states.map((state) => [state.id, state])).values()]);
    return { kind: 'notice', text: 'Undone.' };
  }
}
