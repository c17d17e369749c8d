import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { PainPointsAnalysis } from '#analysis/analysis.types.js';
import type { CommitteeRole } from '#workspace/enrichment/enrichment.types.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { MAX_FEATURES_LENGTH, type SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { FieldFault, TextField } from '../parts/fields.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { useFormAt } from '../parts/page-context.js';
import { Badge, Fault, Form, IfMay, Notice, Time } from '../parts/parts.page.js';
import { channelsOf, pitchTitleOf } from '../pitches/pitches.page.js';
import { Committee } from './committee.page.js';
import { Contact } from './contact.page.js';
import { Evidence, MarkedText } from './evidence.page.js';
import { authorLineOf, claimOf, OwnDate, sourceOf, TierBadge } from './opportunity-parts.page.js';
import type { Happening } from './timeline.reader.js';
import type { UnlockProgress } from './unlock-progress.reader.js';
import { WhoCard } from './who-card.page.js';

interface OpportunityView {
  opportunity: OpportunityDetail;
  /** The latest pitches of the team for it. */
  pitches: readonly SavedPitch[];
  timeline: readonly Happening[];
  balance: number;
  /** Credits. */
  prices: { pitch: number; unlock: number };
  /** The role of the people of the committee that are shown; null shows all. */
  role: CommitteeRole | null;
  /** The contacts that are unlocked together; null without any. */
  unlocks: UnlockProgress | null;
}

/** The page of one opportunity: the evidence, then the actions and their prices. */
export function OpportunityPage(view: OpportunityView): VNode {
  const { opportunity, pitches, timeline, balance, prices, role, unlocks } = view;
  const { review, mention, id } = opportunity;
  const analysis = (review?.pain_points_analysis ?? mention?.pain_points) as PainPointsAnalysis | null;
  const { members } = opportunity.buying_committee;
  const text = review?.text ?? mention?.text;
  return (
    <>
      <p>
        <a href="/app/opportunities">← Opportunities</a>
      </p>
      {unlocks && <Unlocks path={`/app/opportunities/${id}`} unlocks={unlocks} />}
      <Head opportunity={opportunity} />
      <div class="columns">
        <section>
          <Reasons opportunity={opportunity} />
          <h2>Evidence</h2>
          {review?.title && (
            <h3 dir="auto" lang={foreignLanguageOf(text ?? '')}>
              {review.title}
            </h3>
          )}
          {text && <MarkedText text={text} analysis={analysis} href={`/app/opportunities/${id}/text`} />}
          {analysis && <Evidence analysis={analysis} text={text ?? ''} />}
          {members && (
            <>
              <h2 id="committee">Buying committee</h2>
              <Committee opportunityId={id} members={members} role={role} balance={balance} price={prices.unlock} />
            </>
          )}
        </section>
        <div>
          <WhoCard opportunity={opportunity} />
          <IfMay right="write">
            <section class="card">
              <h2>Triage</h2>
              <Triage opportunity={opportunity} />
            </section>
          </IfMay>
          <Contact opportunity={opportunity} balance={balance} price={prices.unlock} />
          <Pitches pitches={pitches} />
          <IfMay right="spend">
            <PitchForm id={id} balance={balance} price={prices.pitch} />
          </IfMay>
          <Timeline happenings={timeline} />
        </div>
      </div>
    </>
  );
}

/** The title, the author, the place and the date. */
function Head({ opportunity }: { opportunity: OpportunityDetail }): VNode {
  const { review, mention } = opportunity;
  const address = review?.review_url ?? mention?.url;
  return (
    <>
      <h1 dir="auto">{claimOf(opportunity.title)}</h1>
      <p class="quiet">
        <bdi>{authorLineOf(opportunity)}</bdi> · {sourceOf(opportunity)}, <OwnDate of={opportunity} />
        {review?.rating != null && `, ${review.rating} of 5 stars`}
        {address && (
          <>
            {' · '}
            <a href={address} rel="nofollow noreferrer">
              Source
            </a>
          </>
        )}{' '}
        <TierBadge tier={opportunity.frustration_tier} /> {mention?.sentiment && <Badge>{mention.sentiment}</Badge>}
      </p>
    </>
  );
}

function Reasons({ opportunity: { score, score_reasons: reasons } }: { opportunity: OpportunityDetail }): VNode {
  return (
    <div class="reasons">
      <p>
        <strong>{score}</strong> <span class="quiet">of 100</span>
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

/** The pitches that were drafted, so that none is bought twice by accident. */
function Pitches({ pitches }: { pitches: readonly SavedPitch[] }): VNode | null {
  if (pitches.length === 0) return null;
  return (
    <section class="card">
      <h2>Drafted pitches</h2>
      <ul>
        {pitches.map((pitch) => (
          <li key={pitch.id}>
            <a href={`/app/pitches/${pitch.id}`} dir="auto">
              {pitchTitleOf(pitch)}
            </a>{' '}
            <span class="quiet">
              {channelsOf(pitch)}, <Time at={pitch.created_at} minutes />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PitchFormProps {
  id: string;
  balance: number;
  price: number;
}

function PitchForm({ id, balance, price }: PitchFormProps): VNode {
  const action = `/app/opportunities/${id}/pitch`;
  const form = useFormAt(action);
  const chosen = (form.values.channels ?? 'email').split(' ');
  const isRefused = 'channels' in form.faults;
  return (
    <section class="card">
      <h2>Pitch</h2>
      <Form action={action}>
        <fieldset aria-invalid={isRefused || undefined} aria-describedby={isRefused ? 'channels-fault' : undefined}>
          <legend>Draft</legend>
          {CHANNELS.map(([value, label], index) => (
            <label class="check" key={value}>
              <input
                type="checkbox"
                name="channels"
                value={value}
                checked={chosen.includes(value)}
                autofocus={isRefused && index === 0}
              />{' '}
              {label}
            </label>
          ))}
          <FieldFault name="channels" />
        </fieldset>
        <TextField
          name="features"
          label="Which of your features should it mention?"
          rows={3}
          maxLength={MAX_FEATURES_LENGTH}
        />
        <Spend price={price} balance={balance}>
          Draft the pitch
        </Spend>
      </Form>
    </section>
  );
}

const CHANNELS = [
  ['email', 'An email'],
  ['network', 'A network message'],
  ['call', 'Talking points for a call'],
] as const;

/** A submit button that spends credits, with its price. */
function Spend({ price, balance, children }: { price: number; balance: number; children: string }): VNode {
  const isShort = balance < price;
  return (
    <p>
      <button class="primary" type="submit" disabled={isShort}>
        {`${children} · ${creditsInWords(price)}`}
      </button>{' '}
      <span class="hint">{isShort ? `You have ${balance}.` : `${balance.toLocaleString('en')} left`}</span>
    </p>
  );
}

/** The history of an opportunity, newest first. */
export function Timeline({ happenings }: { happenings: readonly Happening[] }): VNode {
  return (
    <section class="card">
      <h2>History</h2>
      <ol class="timeline">
        {happenings.map(({ at, text, by, href }) => (
          <li key={`${at} ${text}`}>
            {href ? <a href={href}>{text}</a> : text}
            <br />
            <span class="quiet">
              <Time at={at} minutes={text !== 'Published'} />
              {by && ` · ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TriageView {
  opportunity: OpportunityDetail;
}

/** The team's triage of an opportunity: its status, and whether it was viewed. */
export function Triage({ opportunity: { id, status, is_viewed } }: TriageView): VNode {
  const action = `/app/opportunities/${id}/triage`;
  return (
    <div class="triage">
      <Form action={action} className="inline">
        <input type="hidden" name="seen" value={status} />
        <select name="status" aria-label="Status">
          {OPPORTUNITY_STATUSES.map((each) => (
            <option key={each} value={each} selected={each === status}>
              {each}
            </option>
          ))}
        </select>{' '}
        <button type="submit">Save</button>
      </Form>
      <Form action={action} className="inline">
        <button class="plain" type="submit" name="is_viewed" value={is_viewed ? 'false' : 'true'}>
          {is_viewed ? 'Mark as not viewed' : 'Mark as viewed'}
        </button>
      </Form>
    </div>
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
