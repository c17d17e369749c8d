import { Controller, Query } from '@nestjs/common';
import { decide } from '#access/policy/access.policy.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { resultOf } from '#platform/operations/operation.result.js';
import type { BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkJobs } from '#workspace/bulk/bulk-jobs.service.js';
import { getOpportunity, updateOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { GeneratePitch } from '#workspace/pitches/generate-pitch.action.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { type Answer, fault, file, page, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, Lists, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { committeeHref, MAX_SELECTED, roleIn, UnlockConfirmation } from './committee.page.js';
import { OpportunityPage } from './opportunity.page.js';
import { TimelineReader } from './timeline.reader.js';
import { UnlockProgressReader } from './unlock-progress.reader.js';
import { unlockMessage } from './unlock.messages.js';

const OPPORTUNITY = '/app/opportunities/:id';
const SELECTED = `${OPPORTUNITY}/unlock-selected`;
const LISTED_PITCHES = 5;
/** The most credits that one form spends without asking again. */
const UNCONFIRMED_CREDITS = 5;

@Controller()
export class OpportunityPagesController {
  constructor(
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly calls: PaidCalls,
    private readonly pitches: PitchesService,
    private readonly credits: CreditsService,
    private readonly timeline: TimelineReader,
    private readonly unlockProgress: UnlockProgressReader,
    private readonly jobs: BulkJobs,
  ) {}

  /** Opening marks as viewed. */
  @Page(OPPORTUNITY, { operation: getOpportunity, section: 'opportunities' })
  async show(@Member() { caller, team }: TeamMember, @Id() id: string, @Query() query: RawQuery): Promise<Answer> {
    // Before the opportunity, so that what has ended is on the page.
    const unlocks = await this.unlockProgress.read(caller, query.job);
    const mayMark = !decide(updateOpportunity, caller);
    const viewed = mayMark ? await this.opportunities.triage(caller, id, { is_viewed: true }) : null;
    const [opportunity, balance, { items: pitches }] = await Promise.all([
      this.opportunities.get(caller, id),
      this.credits.balanceOf(team.id),
      this.pitches.list(caller, { opportunity_id: id, page: 1, page_size: LISTED_PITCHES }),
    ]);
    const timeline = await this.timeline.read(caller, { opportunity, pitches, viewedAt: viewed?.viewed_at ?? null });
    const prices = { pitch: generatePitch.price, unlock: unlockContact.price };
    const view = { opportunity, pitches, timeline, balance, prices, role: roleIn(query.role), unlocks };
    const refreshSeconds = unlocks?.outcome === null ? 2 : undefined;
    return page(opportunity.title, <OpportunityPage {...view} />, { refreshSeconds });
  }

  /** The whole text, which may be too long for the page. */
  @Page(`${OPPORTUNITY}/text`, { operation: getOpportunity })
  async text(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const { review, mention } = await this.opportunities.get(caller, id);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    return file(review?.text ?? mention?.text ?? '', headers);
  }

  @Form(`${OPPORTUNITY}/triage`, { operation: updateOpportunity, page: OPPORTUNITY })
  async triage(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('is_viewed', 'status', 'seen') { is_viewed, status, seen }: Texts<'is_viewed' | 'status' | 'seen'>,
  ): Promise<Answer> {
    const { body } = this.input.validate(updateOpportunity, {
      path: { id },
      body: { ...(is_viewed && { is_viewed: is_viewed === 'true' }), ...(status && { status }) },
    });
    const [before] = await this.opportunities.triageOf(caller, [id]);
    await this.opportunities.triage(caller, id, body);
    const address = `/app/opportunities/${id}`;
    if (!before || seen === '' || [seen, status].includes(before.status)) return redirect(address);
    return redirect(address, `The status had changed to ${before.status}. It is now ${status}.`);
  }

  @Form(`${OPPORTUNITY}/unlock`, { operation: unlockContact, page: OPPORTUNITY, failure: 'flash' })
  async unlock(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('field', 'target', 'target_id') { field, target, target_id }: Texts<'field' | 'target' | 'target_id'>,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    const body = { field, ...(target && { target }), ...(target_id && { target_id }) };
    const input = this.input.validate(unlockContact, { path: { id }, body });
    const unlocked = await this.calls.buy(UnlockContact, caller, input, { requestId });
    return redirect(`/app/opportunities/${id}`, unlockMessage(unlocked));
  }

  @Form(`${OPPORTUNITY}/pitch`, { operation: generatePitch, page: OPPORTUNITY })
  async pitch(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('channels[]', 'features') { channels, features }: Lists<'channels'> & Texts<'features'>,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    if (channels.length === 0) throw invalidField('channels', 'Choose at least one channel');
    const body = { channels, ...(features && { features }) };
    const input = this.input.validate(generatePitch, { path: { id }, body });
    const { data: pitch } = await this.calls.buy(GeneratePitch, caller, input, { requestId });
    return redirect(`/app/pitches/${pitch.generation_id}`);
  }

  /** Asks whether to spend so many credits. Without contacts it leads to the opportunity. */
  @Page(SELECTED, { operation: getOpportunity, section: 'opportunities' })
  async confirmUnlocks(
    @Member() { caller, team }: TeamMember,
    @Id() id: string,
    @Query() query: RawQuery,
  ): Promise<Answer> {
    const contacts = selectedContacts([query.contacts ?? []].flat()).slice(0, MAX_SELECTED);
    const role = roleIn(query.role);
    const members = (await this.opportunities.get(caller, id)).buying_committee.members ?? [];
    const chosen = contacts.flatMap(({ field, target_id }) => {
      const member = members.find(({ index }) => String(index) === target_id);
      return member ? [{ member, field }] : [];
    });
    if (chosen.length === 0) return redirect(committeeHref(id, role));
    const view = { opportunityId: id, chosen, role, price: priceOf(chosen) };
    const balance = await this.credits.balanceOf(team.id);
    return page('Unlock contacts', <UnlockConfirmation {...view} balance={balance} />);
  }

  /** What the script of the page reads. */
  @Page(`${SELECTED}/progress`, { operation: getOpportunity, limit: 'progress' })
  async unlocksProgress(@Member() { caller }: TeamMember, @Query('job') job: unknown): Promise<object> {
    const unlocks = await this.unlockProgress.read(caller, job);
    if (!unlocks) throw notFound();
    return { status: unlocks.outcome === null ? 'generating' : 'completed', progress: unlocks.progress };
  }

  /** Starts a bulk job that unlocks the selected contacts. The page of the opportunity shows its progress. */
  @Form(SELECTED, { operation: unlockContact, page: OPPORTUNITY })
  async unlockSelected(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('role', 'confirmed', 'contacts[]') sent: Texts<'role' | 'confirmed'> & Lists<'contacts'>,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    const contacts = selectedContacts(sent.contacts);
    const role = roleIn(sent.role);
    if (contacts.length === 0 || contacts.length > MAX_SELECTED) {
      const wanted = contacts.length === 0 ? 'at least one contact' : `at most ${MAX_SELECTED} contacts at a time`;
      return redirect(committeeHref(id, role), fault(`Select ${wanted}. Nothing was unlocked.`));
    }
    const price = priceOf(contacts);
    if (price > UNCONFIRMED_CREDITS && sent.confirmed !== String(price)) {
      const query = new URLSearchParams(contacts.map(({ field, target_id }) => ['contacts', `${target_id}.${field}`]));
      if (role) query.set('role', role);
      return redirect(`/app/opportunities/${id}/unlock-selected?${query}`);
    }
    const items = contacts.map(({ field, target_id }) => ({
      ...{ opportunity_id: id, field, target: 'committee', target_id: Number(target_id) },
    }));
    const body = { action: 'unlock_contact', items, max_credits: price } as const;
    const created = await this.jobs.create(caller, body, { requestId, idempotencyId: `page:${requestId}` });
    return redirect(committeeHref(id, role, (resultOf(created).data as BulkJobView).id));
  }
}

const priceOf = (contacts: readonly unknown[]): number => contacts.length * unlockContact.price;

/** The contacts of a form, each as the index of its person and its field. @throws 400 */
function selectedContacts(sent: readonly unknown[]): { field: 'email' | 'phone'; target_id: string }[] {
  return [...new Set(sent)].map((each) => {
    const [, index, field] = /^(\d{1,7})\.(email|phone)$/.exec(typeof each === 'string' ? each : '') ?? [];
    if (!index || (field !== 'email' && field !== 'phone')) {
      throw invalidField('contacts', 'Select contacts of the committee');
    }
    return { field, target_id: index };
  });
}
