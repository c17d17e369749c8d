import type { VNode } from 'preact';
import type { OpenInvitation } from '#accounts/teams/invitations.service.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field, NewPasswordField, TeamNameField } from './fields.page.js';
import type { FormState } from './form-state.js';
import { Fault, Form, Notice } from './parts.page.js';

export interface SignInView {
  csrfToken: string;
  next: string;
  form: FormState;
}

export function LoginPage({ csrfToken, next, form, notice }: SignInView & { notice?: string }): VNode {
  return (
    <PlainPage title="Log in">
      <Notice>{notice}</Notice>
      <Fault>{form.fault}</Fault>
      <Form action={`/login?next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
        <Field form={form} name="email" label="Email address" type="email" autocomplete="username" required />
        <Field form={form} name="password" label="Password" type="password" autocomplete="current-password" required />
        <button class="primary" type="submit">
          Log in
        </button>
      </Form>
      <p class="hint">
        New here? <a href={`/signup?next=${encodeURIComponent(next)}`}>Sign up</a>
      </p>
      <p class="hint">
        <a href="/forgot">Forgot your password?</a>
      </p>
    </PlainPage>
  );
}

export function SignupPage({ csrfToken, next, form, invitation }: SignInView & { invitation?: string }): VNode {
  return (
    <PlainPage title={invitation ? `Join ${invitation}` : 'Sign up'}>
      <Fault>{form.fault}</Fault>
      <Form action={`/signup?next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
        {!invitation && <TeamNameField form={form} />}
        <Field
          form={form}
          name="email"
          label="Email address"
          type="email"
          maxLength={254}
          autocomplete="username"
          required
        />
        <NewPasswordField form={form} name="password" label="Password" />
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

interface InvitationView {
  csrfToken: string;
  invitation: OpenInvitation;
  /** The path of the invitation. */
  path: string;
  isSignedIn: boolean;
}

/** An invitation to a team. A visitor who is not logged in chooses how to go on. */
export function InvitationPage({ csrfToken, invitation, path, isSignedIn }: InvitationView): VNode {
  const { team_name: team, inviter, role, email } = invitation;
  const next = encodeURIComponent(path);
  return (
    <PlainPage title={`Join ${team}?`}>
      <p>
        {inviter ? `${inviter} invites you` : 'You are invited'} to work in this team as {role}.
        {email && ` The invitation is for ${email}.`}
      </p>
      {isSignedIn ? (
        <Form action={path} csrfToken={csrfToken}>
          <button class="primary" type="submit">
            Join
          </button>
        </Form>
      ) : (
        <>
          <p class="actions">
            <a class="button primary" href={`/login?next=${next}`}>
              Log in to join
            </a>
            <a class="button" href={`/signup?next=${next}`}>
              Sign up to join
            </a>
          </p>
        </>
      )}
    </PlainPage>
  );
}
