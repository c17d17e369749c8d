import { parsedUrl } from '#platform/text/parsed.url.js';
import { Controller, Query } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { resultOf } from '#platform/operations/operation.result.js';
import type { BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { BulkJobs } from '#workspace/bulk/bulk-jobs.service.js';
import { handOverOpportunity } from '#workspace/destinations/hand-overs.operations.js';
import { HandOvers } from '#workspace/destinations/hand-overs.service.js';
import { getOpportunity, updateOpportunity } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { GeneratePitch } from '#workspace/pitches/generate-pitch.action.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { CommentsService } from '#workspace/team-work/comments.service.js';
import { addComment, deleteComment } from '#workspace/team-work/team-work.operations.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { type Answer, fault, file, page, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, Lists, PageRequest, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { committeeHref, MAX_SELECTED, roleIn, UnlockConfirmation } from './committee.page.js';
import { OpportunityDesk } from './opportunity-desk.page.js';
import { OpportunityListReader } from './opportunity-list.reader.js';
import { OpportunityReader } from './opportunity.reader.js';
import { UnlockProgressReader } from './unlock-progress.reader.js';
import { unlockMessage } from './unlock.messages.js';

const OPPORTUNITY = '/app/opportunities/:id';
const SELECTED = `${OPPORTUNITY}/unlock-selected`;
/** The most credits that one form spends without asking again. */
const UNCONFIRMED_CREDITS = 5;

@Controller()
export class OpportunityPagesController {
  constructor(
    private readonly input: FormInput,
    private readonly opportunities: OpportunitiesService,
    private readonly calls: PaidCalls,
    private readonly credits: CreditsService,
    private readonly reader: OpportunityReader,
    private readonly lists: OpportunityListReader,
    private readonly unlockProgress: UnlockProgressReader,
    private readonly jobs: BulkJobs,
    private readonly comments: CommentsService,
    private readonly memberships: MembershipsService,
    private readonly handOvers: HandOvers,
  ) {}

  /** Opening marks as viewed. With `peek` the page has no list; unless the peek is `opened`, it marks nothing. */
  @Page(OPPORTUNITY, { operation: getOpportunity, section: 'opportunities' })
  async show(@Member() member: TeamMember, @Id() id: string, @Query() query: RawQuery): Promise<Answer> {
    const isPeek = query.peek !== undefined;
    const [open, list] = await Promise.all([
      this.reader.read(member, id, query, !isPeek || query.peek === 'opened'),
      isPeek ? null : this.lists.read(member.caller, query),
    ]);
    const refreshSeconds = open.unlocks?.outcome === null ? 2 : undefined;
    const desk = <OpportunityDesk list={list} open={open} shows="detail" />;
    return page(open.opportunity.title, desk, { refreshSeconds, isWhole: true });
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
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const { body } = this.input.validate(updateOpportunity, {
      path: { id },
      body: { ...(is_viewed && { is_viewed: is_viewed === 'true' }), ...(status && { status }) },
    });
    const [before] = await this.opportunities.triageOf(caller, [id]);
    await this.opportunities.triage(caller, id, body);
    const address = addressFrom(request, id);
    if (!before || seen === '' || [seen, status].includes(before.status)) return redirect(address);
    return redirect(address, `The status had changed to ${before.status}. It is now ${status}.`);
  }

  @Form(`${OPPORTUNITY}/assign`, { operation: updateOpportunity, page: OPPORTUNITY, failure: 'flash' })
  async assign(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('assignee') { assignee }: Texts<'assignee'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const body = { assignee_id: assignee === '' ? null : await this.memberWith(caller.team.id, assignee) };
    await this.opportunities.triage(caller, id, this.input.validate(updateOpportunity, { path: { id }, body }).body);
    return redirect(addressFrom(request, id));
  }

  /** @throws 400 for an address outside the team */
  private async memberWith(teamId: string, address: string): Promise<string> {
    const members = await this.memberships.findByTeam(teamId);
    const member = members.find(({ email }) => email.toLowerCase() === address.trim().toLowerCase());
    if (!member) throw invalidField('assignee', 'Nobody in your team has this address');
    return member.id;
  }

  /** Ends a snooze. */
  @Form(`${OPPORTUNITY}/snooze`, { operation: updateOpportunity, page: OPPORTUNITY, failure: 'flash' })
  async putBack(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    await this.opportunities.triage(caller, id, { snoozed_until: null });
    return redirect(addressFrom(request, id), 'It is in the list again.');
  }

  @Form(`${OPPORTUNITY}/hand-over`, { operation: handOverOpportunity, page: OPPORTUNITY, failure: 'flash' })
  async handOver(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    await this.handOvers.handOver(caller, id, undefined);
    return redirect(addressFrom(request, id), 'It is on its way to HubSpot.');
  }

  @Form(`${OPPORTUNITY}/comments`, { operation: addComment, page: OPPORTUNITY })
  async comment(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('text') { text }: Texts<'text'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const input = this.input.validate(addComment, { path: { id }, body: { text } });
    await this.comments.add(caller, id, input.body.text);
    return redirect(`${addressFrom(request, id)}#comments`);
  }

  @Form(`${OPPORTUNITY}/comments/delete`, { operation: deleteComment, page: OPPORTUNITY, failure: 'flash' })
  async deleteComment(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('comment_id') { comment_id }: Texts<'comment_id'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const { path } = this.input.validate(deleteComment, { path: { id, comment_id } });
    await this.comments.delete(caller, path.id, path.comment_id);
    return redirect(addressFrom(request, id), 'The comment is deleted.');
  }

  @Form(`${OPPORTUNITY}/unlock`, { operation: unlockContact, page: OPPORTUNITY, failure: 'flash' })
  async unlock(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('field', 'target', 'target_id') { field, target, target_id }: Texts<'field' | 'target' | 'target_id'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    const body = { field, ...(target && { target }), ...(target_id && { target_id }) };
    const input = this.input.validate(unlockContact, { path: { id }, body });
    const unlocked = await this.calls.buy(UnlockContact, caller, input, { requestId: request.requestId });
    return redirect(addressFrom(request, id), unlockMessage(unlocked));
  }

  @Form(`${OPPORTUNITY}/pitch`, { operation: generatePitch, page: OPPORTUNITY })
  async pitch(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('channels[]', 'features', 'redraft')
    { channels, features, redraft }: Lists<'channels'> & Texts<'features' | 'redraft'>,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    if (channels.length === 0) throw invalidField('channels', 'Choose at least one channel');
    const body = { channels, ...(features && { features }), ...(redraft && { redraft: true }) };
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

/** The address of the opportunity that the form stood on, so that its list stays the same. */
function addressFrom({ headers: { referer = '' } }: PageRequest, id: string): string {
  const path = `/app/opportunities/${id}`;
  const url = parsedUrl(referer);
  url?.searchParams.delete('job');
  return url?.pathname === path ? path + url.search : path;
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
