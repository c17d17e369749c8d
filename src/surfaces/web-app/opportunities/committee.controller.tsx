import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { invalidField } from '#platform/errors/application-error.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { getOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import type { UnlockedContact } from '#workspace/unlocks/unlocked-contact.dto.js';
import { AppPages } from '../parts/app-pages.js';
import { committeeHref, MOST_SELECTED, roleIn } from './committee.page.js';
import { Flashes } from '../parts/flash.js';
import { FormInput } from '../parts/form-input.js';
import { asShownFailure } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { UnlockConfirmation } from './unlock-confirmation.page.js';
import { unlocksMessage } from './unlock.messages.js';

/** The most credits that one form spends without asking again. */
const UNCONFIRMED_CREDITS = 5;

/** The contacts of a buying committee that a member has selected. */
@Controller('app/opportunities')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class CommitteeController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly calls: PaidCalls,
    private readonly credits: CreditsService,
    private readonly flashes: Flashes,
  ) {}

  /** Asks whether to spend so many credits. Without contacts it leads to the opportunity. */
  @Get(':id/unlock-selected')
  async confirm(
    @Param('id', IdPipe) id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { caller, team } = await this.gate.admit(getOpportunity, request, response);
    const contacts = selectedContacts(query.contacts).slice(0, MOST_SELECTED);
    const role = roleIn(query.role);
    const members = (await this.opportunities.get(caller, id)).buying_committee.members ?? [];
    const chosen = contacts.flatMap(({ field, target_id }) => {
      const member = members.find(({ index }) => String(index) === target_id);
      return member ? [{ member, field }] : [];
    });
    if (chosen.length === 0) return response.redirect(302, committeeHref(id, role));
    const balance = await this.credits.balanceOf(team.id);
    await this.pages.send(request, response, {
      title: 'Unlock contacts',
      section: 'opportunities',
      content: ({ csrfToken }) => (
        <UnlockConfirmation opportunityId={id} {...{ chosen, role, balance, csrfToken }} price={priceOf(chosen)} />
      ),
    });
  }

  /** Unlocks the selected contacts one after another. The first failure ends it, so that no credit is spent in vain. */
  @Post(':id/unlock-selected')
  async unlock(@Param('id', IdPipe) id: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(unlockContact, request, response);
    const contacts = selectedContacts((request.body as { contacts?: unknown } | undefined)?.contacts);
    const { role: sentRole, confirmed } = texts(request, 'role', 'confirmed');
    const role = roleIn(sentRole);
    if (contacts.length === 0 || contacts.length > MOST_SELECTED) {
      const wanted = contacts.length === 0 ? 'at least one contact' : `at most ${MOST_SELECTED} contacts at a time`;
      const text = `Select ${wanted}. Nothing was unlocked.`;
      return this.flashes.redirect(request, response, committeeHref(id, role), { kind: 'fault', text });
    }
    const price = priceOf(contacts);
    if (price > UNCONFIRMED_CREDITS && confirmed !== String(price)) {
      const query = new URLSearchParams(contacts.map(({ field, target_id }) => ['contacts', `${target_id}.${field}`]));
      if (role) query.set('role', role);
      return response.redirect(303, `/app/opportunities/${id}/unlock-selected?${query}`);
    }
    const inputs = contacts.map((body) =>
      this.input.validate(unlockContact, { path: { id }, body: { ...body, target: 'committee' } }),
    );
    const outcomes: UnlockedContact[] = [];
    let fault: string | null = null;
    try {
      for (const [index, input] of inputs.entries()) {
        if (index > 0) await this.gate.pass(unlockContact, caller, response);
        outcomes.push(await this.calls.buy(UnlockContact, caller, input, { requestId: request.requestId }));
      }
    } catch (error) {
      fault = asShownFailure(error).message;
    }
    const text = unlocksMessage(outcomes, inputs.length, fault);
    const kind = fault === null ? 'notice' : 'fault';
    await this.flashes.redirect(request, response, committeeHref(id, role), { kind, text });
  }
}

const priceOf = (contacts: readonly unknown[]): number => contacts.length * unlockContact.price;

/** The contacts of a form, each as the index of its person and its field. @throws 400 */
function selectedContacts(sent: unknown): { field: 'email' | 'phone'; target_id: string }[] {
  const contacts = [...new Set([sent ?? []].flat())];
  return contacts.map((each) => {
    const [, index, field] = /^(\d{1,7})\.(email|phone)$/.exec(typeof each === 'string' ? each : '') ?? [];
    if (!index || (field !== 'email' && field !== 'phone')) {
      throw invalidField('contacts', 'Select contacts of the committee');
    }
    return { field, target_id: index };
  });
}
