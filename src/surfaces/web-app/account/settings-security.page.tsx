import type { VNode } from 'preact';
import { browserName } from '#access/sign-in/browser.name.js';
import type { OwnMethods } from '#access/sign-in/identity-provider/identities.service.js';
import type { FactorState } from '#access/sign-in/second-factor/two-factor.service.js';
import type { ListedSession } from '#access/sign-in/session.service.js';
import type { Person } from '#access/sign-in/session.types.js';
import type { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field, NewPasswordField } from '../parts/fields.page.js';
import { useFlash } from '../parts/page-context.js';
import { Badge, Form, InPages, Submit, Table, Time } from '../parts/parts.page.js';
import { ProviderSection } from '../sign-in/provider.page.js';
import { RecoveryCodes, TwoFactorSection } from './settings-two-factor.page.js';

const LOGINS_OF_PAGE = 40;

interface SecurityView {
  person: Person;
  sessions: ListedSession[];
  factor: FactorState;
  /** Whether people can set up a second factor. */
  isConfigured: boolean;
  own: OwnMethods;
  methods: Pick<SignInMethods, 'provider' | 'hasPasswords'>;
}

/** The login settings of a person: the address, the password, the second factor, and the browsers. */
export function SecurityPage({ person, sessions, factor, isConfigured, own, methods }: SecurityView): VNode {
  const codes = useFlash('codes');
  return (
    <>
      {codes && <RecoveryCodes codes={codes} />}
      <section aria-labelledby="address">
        <h2 id="address">Email address</h2>
        <p>
          {person.email}{' '}
          {person.isVerified ? <Badge tone="good">confirmed</Badge> : <Badge tone="wait">not confirmed</Badge>}
        </p>
        {!person.isVerified && (
          <Form action="/app/settings/security/verify">
            <p>
              Until you confirm your address with the link in our mail, you cannot create keys, invite people, set up
              two-factor authentication, spend credits or give an assistant a credit budget.
            </p>
            <button type="submit">Send the link</button>
          </Form>
        )}
        {isConfigured && <AddressForm />}
      </section>
      <MethodSections own={own} methods={methods} />
      <section aria-labelledby="two-factor">
        <h2 id="two-factor">Two-factor authentication</h2>
        <TwoFactorSection factor={factor} isConfigured={isConfigured} />
      </section>
      <section aria-labelledby="logins">
        <h2 id="logins">Where you are logged in</h2>
        <InPages all={sessions} size={LOGINS_OF_PAGE}>
          {(shown) => <SessionTable sessions={shown} />}
        </InPages>
        {sessions.length > 1 && (
          <Form action="/app/settings/security/sessions/end">
            <Submit look="danger">Log out everywhere else</Submit>
          </Form>
        )}
      </section>
      <section aria-labelledby="deletion">
        <h2 id="deletion">Delete my account</h2>
        <DeletionForm />
      </section>
    </>
  );
}

/** The password, and the account at the identity provider. */
function MethodSections({ own, methods }: Pick<SecurityView, 'own' | 'methods'>): VNode {
  return (
    <>
      {methods.hasPasswords && (
        <section aria-labelledby="password">
          <h2 id="password">Password</h2>
          <p>
            {own.hasPassword ? (
              <a href="/app/settings/password">Change the password</a>
            ) : (
              <>
                You have none. <a href="/forgot">Ask for a link</a> to choose one.
              </>
            )}
          </p>
        </section>
      )}
      {methods.provider && (
        <section aria-labelledby="provider">
          <h2 id="provider">Log in with {methods.provider}</h2>
          <ProviderSection provider={methods.provider} own={own} mayUnlink={own.hasPassword && methods.hasPasswords} />
        </section>
      )}
    </>
  );
}

function AddressForm(): VNode {
  return (
    <Form action="/app/settings/security/address">
      <Field
        name="email"
        label="New email address"
        hint="We send a link to the new address, and a notice to the old one, which can take the change back for 72 hours."
        type="email"
        maxLength={254}
        autocomplete="email"
        required
      />
      <button type="submit">Send the link</button>
    </Form>
  );
}

function SessionTable({ sessions }: Pick<SecurityView, 'sessions'>): VNode {
  return (
    <Table columns={['Browser', 'Address', 'Logged in', 'Last used', 'Actions']}>
      {sessions.map(({ id, user_agent, ip, created_at, last_seen_at, is_current }) => (
        <tr key={id}>
          <td>
            {browserName(user_agent)} {is_current && <Badge tone="good">this browser</Badge>}
          </td>
          <td data-label="Address">{ip ?? 'unknown'}</td>
          <td data-label="Logged in">
            <Time at={created_at} minutes />
          </td>
          <td data-label="Last used">
            <Time at={last_seen_at} minutes />
          </td>
          <td>
            <Form action={`/app/settings/security/sessions/${id}/end`} className="inline">
              <button
                class="danger"
                type="submit"
                aria-label={`Log out ${is_current ? 'this browser' : `${browserName(user_agent)}, ${ip ?? 'unknown'}`}`}
              >
                Log out
              </button>
            </Form>
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function PasswordPage(): VNode {
  return (
    <section>
      <h2>Password</h2>
      <Form action="/app/settings/password">
        <Field name="current" label="Current password" type="password" autocomplete="current-password" required />
        <NewPasswordField name="next" label="New password" />
        <Submit look="primary">Change the password</Submit>
      </Form>
    </section>
  );
}

/** The form that deletes the account of the person who sends it. */
function DeletionForm(): VNode {
  return (
    <Form action="/app/settings/account/delete">
      <p>
        Your account is deleted at once and for good, and your assistants are disconnected. What your teams bought stays
        theirs, and so do the keys that you made. The last owner of a team makes another person owner first.
      </p>
      <Field
        name="email"
        id="deleted-email"
        label="Your email address, to confirm"
        type="email"
        maxLength={254}
        autocomplete="off"
        required
      />
      <Submit look="danger">Delete my account</Submit>
    </Form>
  );
}

export function DeletedPage(): VNode {
  return (
    <PlainPage title="Your account is deleted">
      <p class="actions">
        <a class="button" href="/">
          Go to the front page
        </a>
      </p>
    </PlainPage>
  );
}
