import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { MAX_FEATURES_LENGTH, type SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { FREE_REDRAFT_HOURS } from '#workspace/pitches/pitch.types.js';
import { FieldFault, TextField } from '../parts/fields.page.js';
import { useFormAt } from '../parts/page-context.js';
import { Form, Time } from '../parts/parts.page.js';
import { headingsOf, pitchTitleOf, subjectOf } from '../pitches/pitches.page.js';

/** The pitches that were drafted, so that none is bought twice by accident. */
export function Pitches({ pitches }: { pitches: readonly SavedPitch[] }): VNode | null {
  if (pitches.length === 0) return null;
  return (
    <section>
      <h2>Drafted pitches</h2>
      <ul class="plain-list small">
        {pitches.map((pitch) => (
          <li key={pitch.id}>
            <a href={`/app/pitches/${pitch.id}`} dir="auto">
              {pitchTitleOf(pitch)}
            </a>{' '}
            <span class="quiet">
              {subjectOf(pitch) && `${headingsOf(pitch)}, `}
              <Time at={pitch.created_at} minutes />
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
  /** Whether the next draft is a free redraft. */
  isFree: boolean;
  /** Whether the sender profile says who writes. */
  isIntroduced: boolean;
  /** Whether the terms of the source allow only an answer where the author wrote. */
  isForThread: boolean;
}

/** Drafts a pitch from the words of the person. */
export function PitchForm({ id, balance, price, isFree, isIntroduced, isForThread }: PitchFormProps): VNode {
  const action = `/app/opportunities/${id}/pitch`;
  return (
    <section class="card" id="pitch">
      <h2>Pitch</h2>
      <Form action={action}>
        {isForThread ? <input type="hidden" name="channels" value="email" /> : <Channels action={action} />}
        <TextField
          name="features"
          label="Which of your features should it mention?"
          rows={2}
          maxLength={MAX_FEATURES_LENGTH}
        />
        <Hints isForThread={isForThread} isIntroduced={isIntroduced} />
        {isFree ? (
          <p>
            <button class="primary" type="submit" name="redraft" value="on">
              Draft it again <span class="price">free</span>
            </button>{' '}
            <span class="hint">
              Change the features or your sender profile first: one more draft is free within {FREE_REDRAFT_HOURS}{' '}
              hours.
            </span>
          </p>
        ) : (
          <Spend price={price} balance={balance}>
            Draft the pitch
          </Spend>
        )}
      </Form>
    </section>
  );
}

function Channels({ action }: { action: string }): VNode {
  const form = useFormAt(action);
  const chosen = (form.values.channels ?? 'email').split(' ');
  const isRefused = 'channels' in form.faults;
  return (
    <fieldset
      class="channels"
      aria-invalid={isRefused || undefined}
      aria-describedby={isRefused ? 'channels-fault' : undefined}
    >
      <legend class="unseen">Draft</legend>
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
  );
}

/** What to know before a draft is paid for. */
function Hints({ isForThread, isIntroduced }: Pick<PitchFormProps, 'isForThread' | 'isIntroduced'>): VNode {
  return (
    <>
      {isForThread && (
        <p class="hint">
          The terms of the source do not allow contacting its authors. The draft is a public reply in the thread.
        </p>
      )}
      {!isIntroduced && (
        <p class="hint">
          The draft will not say who you are. Fill in your <a href="/app/settings/sender">sender profile</a> first.
        </p>
      )}
    </>
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
        {children} <span class="price">{creditsInWords(price)}</span>
      </button>{' '}
      <span class="hint">{isShort ? `You have ${balance}.` : `${balance.toLocaleString('en')} left`}</span>
    </p>
  );
}
