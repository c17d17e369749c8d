import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { PlainPage } from '#platform/pages/document.page.js';

export interface LoginView {
  action: string;
  csrfToken: string;
  clientName: string;
  email?: string;
  fault?: string;
}

/** The sign-in form before the consent page. */
export function loginPage({ action, csrfToken, clientName, email, fault }: LoginView): VNode {
  return (
    <PlainPage title="Log in to Qualm">
      <form class="stack" method="post" action={action}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <p class="hint">
          to connect <strong>{clientName}</strong>
        </p>
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <label>
          Email address
          <input type="email" name="email" value={email} autocomplete="username" required autofocus={!email} />
        </label>
        <label>
          Password
          <input type="password" name="password" autocomplete="current-password" required autofocus={Boolean(email)} />
        </label>
        <button class="primary" type="submit">
          Log in
        </button>
      </form>
    </PlainPage>
  );
}
