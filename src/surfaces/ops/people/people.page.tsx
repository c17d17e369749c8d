import type { VNode } from 'preact';
import { counted } from '#platform/text/counted.text.js';
import type { PersonFound } from '#workspace/personal-data/person-erasure.service.js';
import type { ConfirmedRequest } from '#workspace/personal-data/privacy-requests.service.js';
import { OperatorPage, OperatorTable, timeOf } from '../operator.page.js';

/** The people who asked for the erasure of their data and confirmed their address, the oldest request first. */
export function PeoplePage({ requests }: { requests: readonly ConfirmedRequest[] }): VNode {
  return (
    <OperatorPage title="People">
      {requests.length === 0 ? (
        <p>No person waits to be erased.</p>
      ) : (
        <OperatorTable columns={['Address', 'Confirmed (UTC)', 'Action']}>
          {requests.map(({ id, email, confirmed_at }) => (
            <tr key={id}>
              <td>
                <bdi>{email}</bdi>
              </td>
              <td>{timeOf(confirmed_at)}</td>
              <td>
                <a href={`/ops/people/${id}/erase`}>Erase …</a>
              </td>
            </tr>
          ))}
        </OperatorTable>
      )}
    </OperatorPage>
  );
}

/** Asks before a person is erased, with what is stored. */
export function ErasePage({ id, found }: { id: string; found: PersonFound }): VNode {
  const { contacts, reviews, posts, unlocks } = found;
  return (
    <OperatorPage title={`Erase ${found.address}?`}>
      <p>
        The person is erased permanently: no import brings the data back. The texts stay without the name, teams lose
        what they have unlocked, and the person gets a mail.
      </p>
      <ul>
        {contacts.map(({ name, title, company_name }) => (
          <li key={`${name} ${title} ${company_name}`} dir="auto">
            Contact: {[name, title, company_name].filter(Boolean).join(', ')}
          </li>
        ))}
        <li>
          {`${counted(reviews.length, 'review')}, ${counted(posts.length, 'post')}, ${counted(unlocks, 'unlock')}`}
        </li>
      </ul>
      <form class="inline" method="post" action={`/ops/people/${id}/erase`}>
        <button class="danger" type="submit">
          Erase the person
        </button>
      </form>
      <p>
        <a href="/ops/people">Not now</a>
      </p>
    </OperatorPage>
  );
}
