import type { VNode } from 'preact';
import type { BuyingCommitteeMember } from '#workspace/opportunities/committee-member.dto.js';
import { ContactLink } from './contact-link.page.js';
import { IfMay } from './if-may.page.js';
import { Form } from './parts.page.js';

interface CommitteeProps {
  opportunityId: string;
  members: readonly BuyingCommitteeMember[];
  balance: number;
  /** Credits for each contact. */
  price: number;
  csrfToken: string;
}

const FIELDS = ['email', 'phone'] as const;

const isLocked = (member: BuyingCommitteeMember, field: (typeof FIELDS)[number]): boolean =>
  member[field] === null && !member[`${field}_not_found`];

const decidersFirst = (members: readonly BuyingCommitteeMember[]): BuyingCommitteeMember[] =>
  [...members].sort((one, other) => Number(other.role === 'decision_maker') - Number(one.role === 'decision_maker'));

/** The people of the buying committee. One button unlocks all contacts that are selected. */
export function Committee({ opportunityId, members, balance, price, csrfToken }: CommitteeProps): VNode {
  const isAnyLocked = members.some((member) => FIELDS.some((field) => isLocked(member, field)));
  return (
    <Form action={`/app/opportunities/${opportunityId}/unlock-selected`} csrfToken={csrfToken} className="committee">
      <table class="wide">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Part</th>
            <th scope="col">Email</th>
            <th scope="col">Phone</th>
          </tr>
        </thead>
        <tbody>
          {decidersFirst(members).map((member) => (
            <MemberRow key={member.index} member={member} />
          ))}
        </tbody>
      </table>
      {isAnyLocked && (
        <IfMay right="spend">
          <p>
            <button type="submit" disabled={balance < price} data-selected-price={price}>
              Unlock selected
            </button>{' '}
            <span class="hint">
              {`${price === 1 ? '1 credit' : `${price} credits`} each, ${balance.toLocaleString('en')} left. What is not found is refunded.`}
            </span>
          </p>
        </IfMay>
      )}
    </Form>
  );
}

function MemberRow({ member }: { member: BuyingCommitteeMember }): VNode {
  const { name, title, role, index } = member;
  return (
    <tr>
      <td>
        <strong dir="auto">{name}</strong>
        <div class="quiet" dir="auto">
          {title}
        </div>
      </td>
      <td data-label="Part">{role.replaceAll('_', ' ')}</td>
      {FIELDS.map((field) => (
        <td key={field} data-label={field === 'email' ? 'Email' : 'Phone'}>
          {isLocked(member, field) ? (
            <IfMay right="spend">
              <label class="check">
                <input type="checkbox" name="contacts" value={`${index}.${field}`} />
                <span class="unseen">{`${field} of ${name}`}</span>
                <span aria-hidden="true">unlock</span>
              </label>
            </IfMay>
          ) : (
            <ContactLink field={field} value={member[field]} />
          )}
        </td>
      ))}
    </tr>
  );
}
