import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { refusalOf } from '#access/policy/access.policy.js';
import { roleRefusalOf } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { invalidField } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { getOpportunity, updateOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { GeneratePitch } from '#workspace/pitches/generate-pitch.action.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { AppPages } from '../parts/app-pages.js';
import { roleIn } from './committee.page.js';
import { type Flash, Flashes } from '../parts/flash.js';
import { FormInput } from '../parts/form-input.js';
import { asShownFailure, type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { OpportunityPage } from './opportunity.page.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { TimelineReader } from './timeline.reader.js';
import { unlockMessage } from './unlock.messages.js';
import { Visitors } from '../parts/visitor.js';

const LISTED_PITCHES = 5;

/** The data beside the opportunity on its page. */
interface Shown {
  form?: FormState;
  status?: number;
  viewedAt?: string | null;
}

@Controller('app/opportunities')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class OpportunityPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly calls: PaidCalls,
    private readonly pitches: PitchesService,
    private readonly credits: CreditsService,
    private readonly flashes: Flashes,
    private readonly timeline: TimelineReader,
  ) {}

  /** Opening marks as viewed. */
  @Get(':id')
  async show(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    const refusal = refusalOf(updateOpportunity, caller, 'page') ?? roleRefusalOf(updateOpportunity, caller);
    const viewed = refusal ? null : await this.opportunities.triage(caller, id, { is_viewed: true });
    await this.send(id, request, response, { viewedAt: viewed?.viewed_at });
  }

  /** The whole text, which may be too long for the page. */
  @Get(':id/text')
  async text(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(getOpportunity, request, response);
    const { review, mention } = await this.opportunities.get(caller, id);
    response
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(review?.text ?? mention?.text ?? '');
  }

  @Post(':id/triage')
  async triage(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(updateOpportunity, request, response);
    const { is_viewed, status, seen } = texts(request, 'is_viewed', 'status', 'seen');
    const { body } = this.input.validate(updateOpportunity, {
      path: { id },
      body: { ...(is_viewed && { is_viewed: is_viewed === 'true' }), ...(status && { status }) },
    });
    const [before] = await this.opportunities.triageOf(caller, [id]);
    await this.opportunities.triage(caller, id, body);
    const path = `/app/opportunities/${id}`;
    if (!before || seen === '' || [seen, status].includes(before.status)) return response.redirect(303, path);
    const text = `The status had changed to ${before.status}. It is now ${status}.`;
    await this.flashes.redirect(request, response, path, { kind: 'notice', text });
  }

  @Post(':id/unlock')
  async unlock(@Param('id', IdPipe) id: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(unlockContact, request, response);
    const { field, target, target_id } = texts(request, 'field', 'target', 'target_id');
    const input = this.input.validate(unlockContact, {
      path: { id },
      body: { field, ...(target && { target }), ...(target_id && { target_id }) },
    });
    let flash: Flash;
    try {
      const unlocked = await this.calls.buy(UnlockContact, caller, input, { requestId: request.requestId });
      flash = { kind: 'notice', text: unlockMessage(unlocked) };
    } catch (error) {
      flash = { kind: 'fault', text: `${asShownFailure(error).message}.` };
    }
    await this.flashes.redirect(request, response, `/app/opportunities/${id}`, flash);
  }

  @Post(':id/pitch')
  async pitch(@Param('id', IdPipe) id: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(generatePitch, request, response);
    const { features } = texts(request, 'features');
    const { channels = [] } = (request.body ?? {}) as { channels?: unknown };
    const body = { channels: [channels].flat(), ...(features && { features }) };
    let draftId: string;
    try {
      if (body.channels.length === 0) throw invalidField('channels', 'Choose at least one channel');
      const input = this.input.validate(generatePitch, { path: { id }, body });
      ({ generation_id: draftId } = await this.calls.buy(GeneratePitch, caller, input, {
        requestId: request.requestId,
      }));
    } catch (error) {
      const failure = asShownFailure(error);
      const form = refusedForm({ channels: body.channels.join(' '), features }, failure);
      return this.send(id, request, response, { form, status: failure.status });
    }
    response.redirect(303, `/app/pitches/${draftId}`);
  }

  private async send(
    id: string,
    request: Request,
    response: Response,
    { form = NEW_FORM, status, viewedAt = null }: Shown = {},
  ): Promise<void> {
    const { caller, team } = await this.gate.admit(getOpportunity, request, response);
    const [opportunity, balance, pitches] = await Promise.all([
      this.opportunities.get(caller, id),
      this.credits.balanceOf(team.id),
      this.pitches.list(caller, { opportunity_id: id, page: 1, page_size: LISTED_PITCHES }),
    ]);
    const known = { opportunity, pitches: pitches.items, viewedAt };
    const view = {
      opportunity,
      pitches: pitches.items,
      timeline: await this.timeline.read(caller, known),
      balance,
      prices: { pitch: generatePitch.price, unlock: unlockContact.price },
      form,
      role: roleIn(request.query.role),
    };
    await this.pages.send(request, response, {
      title: opportunity.title,
      section: 'opportunities',
      status,
      content: ({ csrfToken }) => <OpportunityPage {...view} csrfToken={csrfToken} />,
    });
  }
}
