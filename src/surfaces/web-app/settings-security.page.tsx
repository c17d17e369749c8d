import type { VNode } from 'preact';
import type { Person } from '#access/sign-in/session.types.js';
import { Badge, Form } from './parts.page.js';

interface SecurityView {
  person: Person;
  csrfToken: string;
}

/** How a person signs in: the address and the password. */
export function SecurityPage({ person, csrfToken }: SecurityView): VNode {
  return (
    <>
      <section aria-labelledby="address">
        <h2 id="address">Email address</h2>
        <p>
          {person.email}{' '}
          {person.isVerified ? <Badge tone="good">confirmed</Badge> : <Badge tone="wait">not confirmed</Badge>}
        </p>
        {!person.isVerified && (
          <Form action="/app/settings/security/verify" csrfToken={csrfToken}>
            <p>
              Until you confirm your address with the link that we sent to it, you cannot create keys, invite people,
              spend credits or give an assistant a credit budget.
            </p>
            <button type="submit">Send the link again</button>
          </Form>
        )}
      </section>
      <section aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p>
          <a href="/app/settings/password">Change the password</a>
        </p>
      </section>
    </>
  );
}
