import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Fault, Form, Notice } from './parts.page.js';

export interface SignInView {
  csrfToken: string;
  next: string;
  email?: string;
  fault?: string;
  /** True directly after sign-up. */
  isWelcome?: boolean;
}

export function LoginPage({ csrfToken, next, email, fault, isWelcome }: SignInView): VNode {
  return (
    <PlainPage title="Log in">
      <Notice>{isWelcome && 'If this address was new, your account is ready. Log in to continue.'}</Notice>
      <Fault>{fault}</Fault>
      <Form action={`/login?next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
        <label>
          Email address
          <input type="email" name="email" value={email} autocomplete="username" required />
        </label>
        <label>
          Password
          <input type="password" name="password" autocomplete="current-password" required />
        </label>
        <button class="primary" type="submit">
          Log in
        </button>
      </Form>
      <p class="hint">
        New here? <a href={`/signup?next=${encodeURIComponent(next)}`}>Sign up</a>
      </p>
    </PlainPage>
  );
}

export function SignupPage({ csrfToken, next, email, fault, invitation }: SignInView & { invitation?: string }): VNode {
  return (
    <PlainPage title={invitation ? `Join ${invitation}` : 'Sign up'}>
      <Fault>{fault}</Fault>
      <Form action={`/signup?next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
        {!invitation && (
          <label>
            Team name
            <input type="text" name="team" maxLength={100} autocomplete="organization" required />
          </label>
        )}
        <label>
          Email address
          <input type="email" name="email" value={email} maxLength={254} autocomplete="username" required />
        </label>
        <label>
          Password
          <input type="password" name="password" minLength={10} maxLength={200} autocomplete="new-password" required />
          <span class="hint">At least 10 characters.</span>
        </label>
        <button class="primary" type="submit">
          Sign up
        </button>
      </Form>
      <p class="hint">
        Already have an account? <a href={`/login?next=${encodeURIComponent(next)}`}>Log in</a>
      </p>
    </PlainPage>
  );
}
