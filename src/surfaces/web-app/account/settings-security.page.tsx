import type { VNode } from 'preact';
import { browserName } from '#access/sign-in/browser.name.js';
import type { OwnMethods } from '#access/sign-in/identity-provider/identities.service.js';
import type { ListedSession } from '#access/sign-in/session.service.js';
import type { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import type { Person } from '#access/sign-in/session.types.js';
import type { FactorState } from '#access/sign-in/second-factor/two-factor.service.js';
import { DeletionForm } from './account-deletion.page.js';
import { Field } from '../parts/fields.page.js';
import { InPages } from '../parts/in-pages.page.js';
import type { FormState } from '../parts/form-state.js';
import { Badge, Fault, Form, Time } from '../parts/parts.page.js';
import { ProviderSection } from '../sign-in/provider.page.js';
import { RecoveryCodes, TwoFactorSection } from './settings-two-factor.page.js';

const LOGINS_OF_PAGE = 40;

interface SecurityView {
  person: Person;
  sessions: ListedSession[];
  factor: FactorState;
  /** The form of a new address. */
  addressForm: FormState;
  /** Whether people can set up a second factor. */
  isConfigured: boolean;
  own: OwnMethods;
  methods: Pick<SignInMethods, 'provider' | 'hasPasswords'>;
  /** New recovery codes, to show once. */
  codes: string | null;
  csrfToken: string;
}

/** The login settings of a person: the address, the password, the second factor, and the browsers. */
export function SecurityPage({
  person,
  sessions,
  factor,
  isConfigured,
  own,
  methods,
  codes,
  csrfToken,
  ...forms
}: SecurityView): VNode {
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
          <Form action="/app/settings/security/verify" csrfToken={csrfToken}>
            <p>
              Until you confirm your address with the link that we sent to it, you cannot create keys, invite people,
              set up two-factor authentication, spend credits or give an assistant a credit budget.
            </p>
            <button type="submit">Send the link again</button>
          </Form>
        )}
        {isConfigured && <AddressForm form={forms.addressForm} csrfToken={csrfToken} />}
      </section>
      <MethodSections own={own} methods={methods} csrfToken={csrfToken} />
      <section aria-labelledby="two-factor">
        <h2 id="two-factor">Two-factor authentication</h2>
        <TwoFactorSection factor={factor} isConfigured={isConfigured} csrfToken={csrfToken} />
      </section>
      <section aria-labelledby="logins">
        <h2 id="logins">Where you are logged in</h2>
        <InPages all={sessions} size={LOGINS_OF_PAGE}>
          {(shown) => <SessionTable sessions={shown} csrfToken={csrfToken} />}
        </InPages>
        {sessions.length > 1 && (
          <Form action="/app/settings/security/sessions/end" csrfToken={csrfToken}>
            <button class="danger" type="submit">
              Log out everywhere else
            </button>
          </Form>
        )}
      </section>
      <section aria-labelledby="deletion">
        <h2 id="deletion">Delete my account</h2>
        <DeletionForm csrfToken={csrfToken} />
      </section>
    </>
  );
}

/** The password, and the account at the identity provider. */
function MethodSections({ own, methods, csrfToken }: Pick<SecurityView, 'own' | 'methods' | 'csrfToken'>): VNode {
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
          <ProviderSection
            provider={methods.provider}
            own={own}
            mayUnlink={own.hasPassword && methods.hasPasswords}
            csrfToken={csrfToken}
          />
        </section>
      )}
    </>
  );
}

function AddressForm({ form, csrfToken }: { form: FormState; csrfToken: string }): VNode {
  return (
    <Form action="/app/settings/security/address" csrfToken={csrfToken}>
      <Fault>{form.fault}</Fault>
      <Field
        form={form}
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

function SessionTable({ sessions, csrfToken }: Pick<SecurityView, 'sessions' | 'csrfToken'>): VNode {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col">Address</th>
          <th scope="col">Logged in</th>
          <th scope="col">Last used</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
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
              <Form action={`/app/settings/security/sessions/${id}/end`} csrfToken={csrfToken} className="inline">
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
      </tbody>
    </table>
  );
}
