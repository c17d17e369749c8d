import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { CSRF_FIELD } from './csrf.service.js';
import { ProviderForm } from './identity-provider/provider-form.page.js';

/** The fields of a proof, whose names no form uses for another purpose. */
export const PROOF_PASSWORD = 'proof_password';
export const PROOF_CODE = 'proof_code';

interface ProofView {
  /** The address and the fields of the form that waits for the proof. */
  action: string;
  fields: [name: string, value: string][];
  csrfToken: string;
  email: string;
  /** Whether the person may give a password. */
  hasPassword: boolean;
  needsCode: boolean;
  /** The identity provider that can prove the person instead, or null. */
  provider: string | null;
  fault: string | null;
}

/** Asks for a proof: the password with the code, which sends the waiting form, or a login with the identity provider. */
export function ProofPage({ fault, ...view }: ProofView): VNode {
  const { action, csrfToken, hasPassword, provider } = view;
  return (
    <PlainPage title="Confirm that it is you">
      <p>This change needs a recent login. {hasPassword && 'Your entries are kept.'}</p>
      {fault && (
        <p class="fault" role="alert">
          {fault}.
        </p>
      )}
      {hasPassword && <PasswordForm {...view} />}
      {provider && <p class="hint">After a login with {provider}, fill in the form again.</p>}
      <ProviderForm provider={provider} csrfToken={csrfToken} next={action} isProof />
      <p class="hint">
        <a href={action}>Cancel</a>
      </p>
    </PlainPage>
  );
}

/** Asks for the password, and the code if there is a second factor, and sends the waiting form with them. */
function PasswordForm({ action, fields, csrfToken, email, needsCode }: Omit<ProofView, 'fault'>): VNode {
  return (
    <form class="stack" method="post" action={action}>
      <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label>
        Email address
        <input type="email" value={email} autocomplete="username" readonly />
      </label>
      <label>
        Password
        <input type="password" name={PROOF_PASSWORD} autocomplete="current-password" required autofocus />
      </label>
      {needsCode && (
        <label>
          Code of your authenticator app, or a recovery code
          <input type="text" name={PROOF_CODE} autocomplete="one-time-code" required />
        </label>
      )}
      <button class="primary" type="submit">
        Continue
      </button>
    </form>
  );
}
