import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { CommitteeRole } from '#workspace/enrichment/enrichment.types.js';
import type { BuyingCommitteeMember } from '#workspace/opportunities/committee-member.dto.js';
import { committeeHref } from './committee.page.js';
import { Form } from '../parts/parts.page.js';

interface UnlockConfirmationProps {
  opportunityId: string;
  chosen: readonly { member: BuyingCommitteeMember; field: 'email' | 'phone' }[];
  /** The filter of the table that the member came from. */
  role: CommitteeRole | null;
  /** Credits for all of them. */
  price: number;
  balance: number;
  csrfToken: string;
}

/** Asks before a form spends many credits. The form carries the price, so that no other price is paid. */
export function UnlockConfirmation(props: UnlockConfirmationProps): VNode {
  const { opportunityId, chosen, role, price, balance, csrfToken } = props;
  const title = `Unlock ${chosen.length === 1 ? '1 contact' : `${chosen.length} contacts`}`;
  return (
    <>
      <h1>{`${title} for ${creditsInWords(price)}?`}</h1>
      <ul>
        {[...new Set(chosen.map(({ member }) => member))].map((person) => (
          <li key={person.index}>
            <bdi>{person.name}</bdi>,{' '}
            {chosen
              .filter(({ member }) => member === person)
              .map(({ field }) => field)
              .join(' and ')}
          </li>
        ))}
      </ul>
      {balance < price && (
        <p class="warning">
          {`You have ${creditsInWords(balance)}. The contacts are unlocked in this order, until no credit is left.`}
        </p>
      )}
      <p class="quiet">
        {`${balance.toLocaleString('en')} credits left. What is not found is refunded, and what your team has already unlocked costs nothing.`}
      </p>
      <Form action={`/app/opportunities/${opportunityId}/unlock-selected`} csrfToken={csrfToken} className="row">
        <input type="hidden" name="confirmed" value={String(price)} />
        {role && <input type="hidden" name="role" value={role} />}
        {chosen.map(({ member, field }) => (
          <input type="hidden" key={`${member.index}.${field}`} name="contacts" value={`${member.index}.${field}`} />
        ))}
        <button class="primary" type="submit" disabled={balance === 0}>
          {`${title} · ${creditsInWords(price)}`}
        </button>
        <a href={committeeHref(opportunityId, role)}>Cancel</a>
      </Form>
    </>
  );
}
