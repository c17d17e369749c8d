import type { VNode } from 'preact';
import type { CommitteeRole } from '#workspace/enrichment/enrichment.types.js';
import type { BuyingCommitteeMember } from '#workspace/opportunities/committee-member.dto.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import type { ActivityItem } from '#workspace/team-work/team-work.operations.js';
import { Badge, Fault, Form, IfMay, Notice } from '../parts/parts.page.js';
import { Committee } from './committee.page.js';
import { Contact, isForThread } from './contact.page.js';
import { Evidence, MarkedText } from './evidence.page.js';
import { HandOver, type HandOverState } from './hand-over.page.js';
import { OwnDate, sourceOf, TierBadge } from './opportunity-parts.page.js';
import { analysisOf, productOf, Why } from './opportunity-signs.page.js';
import { Person } from './person.page.js';
import { PitchForm, Pitches } from './pitch-form.page.js';
import { Assignment, Comments, History, type TeamWorkView } from './team-work.page.js';
import type { UnlockProgress } from './unlock-progress.reader.js';
import { writerOf } from './writer.js';

export interface OpportunityView {
  opportunity: OpportunityDetail;
  /** The latest pitches of the team for it. */
  pitches: readonly SavedPitch[];
  /** Whether the next draft is a free redraft. */
  canRedraft: boolean;
  /** Whether the sender profile of the team says who writes. */
  isIntroduced: boolean;
  /** Newest first. */
  activity: readonly ActivityItem[];
  teamWork: TeamWorkView;
  handOver: HandOverState;
  balance: number;
  /** Credits. */
  prices: { pitch: number; unlock: number };
  /** The role of the people of the committee that are shown; null shows all. */
  role: CommitteeRole | null;
  /** The contacts that are unlocked together; null without any. */
  unlocks: UnlockProgress | null;
}

/** The writer may sit in the committee of their company. What is unlocked of the one is known of the other. */
function withPaidContacts(member: BuyingCommitteeMember, opportunity: OpportunityDetail): BuyingCommitteeMember {
  if (member.name !== writerOf(opportunity).name) return member;
  return {
    ...member,
    email: member.email ?? opportunity.reviewer_email,
    phone: member.phone ?? opportunity.reviewer_phone,
  };
}

/** One opportunity: the person, their words, why it stands here, then the actions and their prices. */
export function OpportunityPage({ view, isTitle }: { view: OpportunityView; isTitle: boolean }): VNode {
  const { opportunity, pitches, activity, teamWork, handOver, balance, prices, role, unlocks } = view;
  const { id } = opportunity;
  const { members } = opportunity.buying_committee;
  return (
    <div class="detail-body">
      <div class="wide-part">
        {unlocks && <Unlocks path={`/app/opportunities/${id}`} unlocks={unlocks} />}
        <Person opportunity={opportunity} isTitle={isTitle} />
      </div>
      <div class="detail-main">
        <Saying opportunity={opportunity} />
        <Why item={opportunity} />
        {members && (
          <section>
            <h2 id="committee">Who decides</h2>
            <Committee
              opportunityId={id}
              members={members.map((member) => withPaidContacts(member, opportunity))}
              {...{ role, balance }}
              price={prices.unlock}
            />
          </section>
        )}
        <IfMay right="spend">
          <PitchForm
            {...{ id, balance }}
            price={prices.pitch}
            isFree={view.canRedraft}
            isIntroduced={view.isIntroduced}
            isForThread={isForThread(opportunity)}
          />
        </IfMay>
      </div>
      <aside class="detail-side" aria-label="Contact and history">
        <Contact opportunity={opportunity} balance={balance} price={prices.unlock} />
        <Assignment opportunity={opportunity} {...teamWork} />
        <HandOver id={id} {...handOver} />
        <Pitches pitches={pitches} />
        <Comments opportunity={opportunity} {...teamWork} />
        <History activity={activity} />
        <IfMay right="write">
          <ViewedForm opportunity={opportunity} />
        </IfMay>
      </aside>
    </div>
  );
}

/** The words of the person, with what they say of their need marked in them. */
function Saying({ opportunity }: { opportunity: OpportunityDetail }): VNode {
  const { review, mention, id } = opportunity;
  const text = review?.text ?? mention?.text ?? '';
  const address = review?.review_url ?? mention?.url;
  const product = productOf(opportunity);
  return (
    <section>
      <p class="small faint saying-source">
        {sourceOf(opportunity).replace(/^a (?=\w)/, 'A ')}, <OwnDate of={opportunity} />
        {review?.rating != null && `, ${review.rating} of 5 stars`}
        {product && (
          <>
            {' · about '}
            <a href={`/products/${product.id}`} dir="auto">
              {product.name}
            </a>
          </>
        )}
        {address && (
          <>
            {' · '}
            <a href={address} rel="nofollow noreferrer">
              Open the source
            </a>
          </>
        )}{' '}
        <TierBadge tier={opportunity.frustration_tier} /> {mention?.sentiment && <Badge>{mention.sentiment}</Badge>}
      </p>
      {review?.title && (
        <p class="saying-title" dir="auto" lang={foreignLanguageOf(text)}>
          {review.title}
        </p>
      )}
      {text && <MarkedText text={text} opportunity={opportunity} href={`/app/opportunities/${id}/text`} />}
      <Evidence analysis={analysisOf(opportunity)} text={text} />
    </section>
  );
}

function ViewedForm({ opportunity: { id, is_viewed } }: { opportunity: OpportunityDetail }): VNode {
  return (
    <section>
      <Form action={`/app/opportunities/${id}/triage`} className="inline">
        <button class="plain" type="submit" name="is_viewed" value={is_viewed ? 'false' : 'true'}>
          {is_viewed ? 'Mark as not viewed' : 'Mark as viewed'}
        </button>
      </Form>
    </section>
  );
}

/** The contacts that a member unlocks together: their progress, then their outcome. */
export function Unlocks({ path, unlocks }: { path: string; unlocks: UnlockProgress }): VNode {
  const { id, progress, outcome, hasFailed } = unlocks;
  if (outcome !== null) return hasFailed ? <Fault>{outcome}</Fault> : <Notice>{outcome}</Notice>;
  return (
    <section class="card" data-progress={`${path}/unlock-selected/progress?job=${id}`} aria-live="polite">
      <h2>The contacts are being unlocked</h2>
      <progress max={100} value={progress} aria-label="Progress of the unlocks" />
      <p class="quiet">They appear on this page when all are done.</p>
    </section>
  );
}
