import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { ProviderForm } from '#access/sign-in/identity-provider/provider-form.page.js';
import type { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { PlainPage } from '#platform/pages/document.page.js';

export interface LoginView {
  /** The path of the interaction. */
  path: string;
  methods: Pick<SignInMethods, 'provider' | 'hasPasswords'>;
  csrfToken: string;
  clientName: string;
  email?: string;
  fault?: string;
}

/** The sign-in form before the consent page. */
export function loginPage({ path, methods, csrfToken, clientName, email, fault }: LoginView): VNode {
  return (
    <PlainPage title="Log in to Qualm">
      <p class="hint">
        to connect{' '}
        <strong>
          <bdi>{clientName}</bdi>
        </strong>
      </p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {methods.hasPasswords && (
        <form class="stack" method="post" action={`${path}/login`}>
          <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
          <label>
            Email address
            <input type="email" name="email" value={email} autocomplete="username" required autofocus={!email} />
          </label>
          <label>
            Password
            <input
              type="password"
              name="password"
              autocomplete="current-password"
              required
              autofocus={Boolean(email)}
            />
          </label>
          <button class="primary" type="submit">
            Log in
          </button>
        </form>
      )}
      <ProviderForm provider={methods.provider} csrfToken={csrfToken} next={path} />
      {methods.hasPasswords && (
        <p class="hint">
          New here? <a href="/signup">Sign up</a>, then connect again.
        </p>
      )}
    </PlainPage>
  );
}
