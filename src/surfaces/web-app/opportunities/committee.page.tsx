import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { counted } from '#platform/text/counted.text.js';
import { COMMITTEE_ROLES, type CommitteeRole } from '#workspace/enrichment/enrichment.types.js';
import type { BuyingCommitteeMember } from '#workspace/opportunities/committee-member.dto.js';
import { Form, IfMay, Table } from '../parts/parts.page.js';
import { ContactLink, Locked } from './contact.page.js';

interface CommitteeProps {
  opportunityId: string;
  members: readonly BuyingCommitteeMember[];
  /** The role of the people that are shown; null shows all. */
  role: CommitteeRole | null;
  balance: number;
  /** Credits for each contact. */
  price: number;
}

/** More people fold, so that they do not push all else down. */
const FIRST_PEOPLE = 5;

const FIELDS = ['email', 'phone'] as const;
/** The most contacts that one form unlocks. */
export const MAX_SELECTED = 20;

const isLocked = (member: BuyingCommitteeMember, field: (typeof FIELDS)[number]): boolean =>
  member[field] === null && !member[`${field}_not_found`];

const decidersFirst = (members: readonly BuyingCommitteeMember[]): BuyingCommitteeMember[] =>
  [...members].sort((one, other) => Number(other.role === 'decision_maker') - Number(one.role === 'decision_maker'));

const ROLE_NAMES: Record<CommitteeRole, [one: string, several: string]> = {
  decision_maker: ['decision maker', 'Decision makers'],
  champion: ['champion', 'Champions'],
  influencer: ['influencer', 'Influencers'],
  end_user: ['end user', 'End users'],
};

/** A role of an address. What is none shows all people. */
export const roleIn = (sent: unknown): CommitteeRole | null => COMMITTEE_ROLES.find((role) => role === sent) ?? null;

/** The address of the committee of an opportunity, with the people of one role or with all, and the bulk job of unlocks. */
export function committeeHref(opportunityId: string, role: CommitteeRole | null, job?: string): string {
  const query = new URLSearchParams({ ...(role && { role }), ...(job && { job }) });
  return `/app/opportunities/${opportunityId}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * The people of the buying committee. One button unlocks all contacts that are selected. A filter leads to a page with
 * other rows, so only what is shown can be selected.
 */
export function Committee({ opportunityId, members, role, balance, price }: CommitteeProps): VNode {
  const ofRole = members.filter((member) => member.role === role);
  const shown = ofRole.length > 0 ? ofRole : members;
  const isMixed = ofRole.length === 0;
  const people = decidersFirst(shown);
  const first = people.slice(0, people.length > FIRST_PEOPLE + 1 ? FIRST_PEOPLE : undefined);
  const others = people.slice(first.length);
  const isAnyLocked = shown.some((member) => FIELDS.some((field) => isLocked(member, field)));
  return (
    <>
      <RoleFilter {...{ opportunityId, members }} role={isMixed ? null : role} />
      <Form action={`/app/opportunities/${opportunityId}/unlock-selected`} className="committee">
        {role && <input type="hidden" name="role" value={role} />}
        <MemberTable members={first} isMixed={isMixed} />
        {others.length > 0 && (
          <details>
            <summary>{`All ${people.length}`}</summary>
            <MemberTable members={others} isMixed={isMixed} />
          </details>
        )}
        {isAnyLocked && (
          <IfMay right="spend">
            <p class="committee-unlock">
              <button type="submit" disabled={balance < price} data-selected-price={price}>
                Unlock selected
              </button>{' '}
              <span class="hint">{`${creditsInWords(price)} each, ${balance.toLocaleString('en')} left.`}</span>
            </p>
            <p class="hint">{`At most ${MAX_SELECTED} at a time. What is not found is refunded.`}</p>
          </IfMay>
        )}
      </Form>
    </>
  );
}

/** The roles of the people, each with their number. A single role needs no filter. */
function RoleFilter(props: Pick<CommitteeProps, 'opportunityId' | 'members' | 'role'>): VNode | null {
  const { opportunityId, members, role } = props;
  const counts = COMMITTEE_ROLES.map(
    (each) => [each, members.filter((member) => member.role === each).length] as const,
  );
  const found = counts.filter(([, count]) => count > 0);
  if (found.length < 2) return null;
  const current = (isCurrent: boolean) => (isCurrent ? 'page' : undefined);
  return (
    <nav class="views committee-roles" aria-label="Roles">
      <a href={`${committeeHref(opportunityId, null)}#committee`} aria-current={current(role === null)}>
        All {members.length}
      </a>
      {found.map(([each, count]) => (
        <a key={each} href={`${committeeHref(opportunityId, each)}#committee`} aria-current={current(each === role)}>
          {ROLE_NAMES[each][1]} {count}
        </a>
      ))}
    </nav>
  );
}

/** `isMixed`: whether there are people of other roles too. */
function MemberTable(props: { members: readonly BuyingCommitteeMember[]; isMixed: boolean }): VNode {
  const { members, isMixed } = props;
  return (
    <Table columns={['Person', isMixed && 'Role', 'Email', 'Phone']}>
      {members.map((member) => (
        <MemberRow key={member.index} member={member} isMixed={isMixed} />
      ))}
    </Table>
  );
}

function MemberRow({ member, isMixed }: { member: BuyingCommitteeMember; isMixed: boolean }): VNode {
  const { name, title, role, index } = member;
  return (
    <tr>
      <td>
        <strong dir="auto">{name}</strong>
        <div class="quiet" dir="auto">
          {title}
        </div>
      </td>
      {isMixed && <td data-label="Role">{ROLE_NAMES[role][0]}</td>}
      {FIELDS.map((field) => (
        <td key={field} data-label={field === 'email' ? 'Email' : 'Phone'}>
          {isLocked(member, field) ? (
            <>
              <IfMay right="spend">
                <label class="check">
                  <input
                    type="checkbox"
                    name="contacts"
                    value={`${index}.${field}`}
                    aria-label={`unlock the ${field} of ${name}`}
                  />
                  unlock
                </label>
              </IfMay>
              <Locked />
            </>
          ) : (
            <ContactLink field={field} value={member[field]} />
          )}
        </td>
      ))}
    </tr>
  );
}

interface UnlockConfirmationProps {
  opportunityId: string;
  chosen: readonly { member: BuyingCommitteeMember; field: 'email' | 'phone' }[];
  /** The filter of the table that the member came from. */
  role: CommitteeRole | null;
  /** Credits for all of them. */
  price: number;
  balance: number;
}

/** Asks before a form spends many credits. The form carries the price, so that no other price is paid. */
export function UnlockConfirmation(props: UnlockConfirmationProps): VNode {
  const { opportunityId, chosen, role, price, balance } = props;
  const title = `Unlock ${counted(chosen.length, 'contact')}`;
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
        <p class="warning">{`You have ${creditsInWords(balance)}. Contacts are unlocked until no credit is left.`}</p>
      )}
      <p class="quiet">
        {`${balance.toLocaleString('en')} credits left. What is not found is refunded, and what your team has already unlocked costs nothing.`}
      </p>
      <Form action={`/app/opportunities/${opportunityId}/unlock-selected`} className="row">
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
