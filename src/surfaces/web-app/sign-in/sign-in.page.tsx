import type { VNode } from 'preact';
import type { OpenInvitation } from '#accounts/teams/invitations.service.js';
import { ProviderForm } from '#access/sign-in/identity-provider/provider-form.page.js';
import type { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field, NewPasswordField, TeamNameField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Fault, Form, Notice } from '../parts/parts.page.js';

export interface SignInView {
  csrfToken: string;
  next: string;
  form: FormState;
}

interface LoginView extends SignInView {
  methods: Pick<SignInMethods, 'provider' | 'hasPasswords'>;
}

export function LoginPage({ csrfToken, next, form, notice, methods }: LoginView & { notice?: string }): VNode {
  const { provider, hasPasswords } = methods;
  return (
    <PlainPage title="Log in" description="Log in to Qualm to read reports and work on opportunities.">
      <Notice>{notice}</Notice>
      <Fault>{form.fault}</Fault>
      <ProviderForm provider={provider} csrfToken={csrfToken} next={next} />
      {hasPasswords && (
        <>
          <Form action={`/login?next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
            <Field form={form} name="email" label="Email address" type="email" autocomplete="username" required />
            <PasswordField form={form} />
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
          <p class="hint">
            Are you named in a review or in our contacts? <a href="/privacy">Have your data erased</a>
          </p>
        </>
      )}
    </PlainPage>
  );
}

/** Asks for the password that links an account with the identity provider, after a login there. */
export function LinkPage(view: SignInView & { email: string; provider: string }): VNode {
  const { csrfToken, next, form, email, provider } = view;
  return (
    <PlainPage title="Link your account">
      <p>
        The address {email} has an account. Give its password once to link the account with {provider}. After that, you
        log in with {provider}.
      </p>
      <Fault>{form.fault}</Fault>
      <Form action={`/login?link=1&next=${encodeURIComponent(next)}`} csrfToken={csrfToken}>
        <input type="hidden" name="email" value={email} />
        <PasswordField form={form} />
        <button class="primary" type="submit">
          Link the account
        </button>
      </Form>
    </PlainPage>
  );
}

function PasswordField({ form }: { form: FormState }): VNode {
  return (
    <Field form={form} name="password" label="Password" type="password" autocomplete="current-password" required />
  );
}

export function SignupPage({ csrfToken, next, form, invitation, methods }: LoginView & { invitation?: string }): VNode {
  return (
    <PlainPage
      title={invitation ? `Join ${invitation}` : 'Sign up'}
      description="Create a team, follow the products that you compete with, and read what their reviewers dislike."
    >
      <ProviderForm provider={methods.provider} csrfToken={csrfToken} next={next} />
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
  /** False if people log in with the identity provider only, and so have nothing to sign up for. */
  hasPasswords: boolean;
}

/** An invitation to a team. A visitor who is not logged in chooses how to go on. */
export function InvitationPage({ csrfToken, invitation, path, isSignedIn, hasPasswords }: InvitationView): VNode {
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
            {hasPasswords && (
              <a class="button" href={`/signup?next=${next}`}>
                Sign up to join
              </a>
            )}
          </p>
        </>
      )}
    </PlainPage>
  );
}
