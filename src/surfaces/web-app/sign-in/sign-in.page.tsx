import type { VNode } from 'preact';
import { ProviderForm } from '#access/sign-in/identity-provider/provider-form.page.js';
import { codePath } from '#access/sign-in/safe-next.js';
import type { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import type { OpenInvitation } from '#accounts/teams/invitations.service.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { TEAMLESS_PAGE } from '../kernel/visitor.js';
import { CodeField, Field, NewPasswordField, TeamNameField } from '../parts/fields.page.js';
import { usePage } from '../parts/page-context.js';
import { Form, Notice, Submit } from '../parts/parts.page.js';

interface SignInView {
  next: string;
}

interface LoginView extends SignInView {
  methods: Pick<SignInMethods, 'provider' | 'hasPasswords'>;
}

export function LoginPage({ next, notice, methods }: LoginView & { notice?: string }): VNode {
  const { provider, hasPasswords } = methods;
  const { csrfToken, refused } = usePage();
  return (
    <PlainPage title="Log in" description="Log in to Qualm to read reports and work on opportunities.">
      <Notice>{refused ? undefined : notice}</Notice>
      <ProviderForm csrfToken={csrfToken} provider={provider} next={next} />
      {hasPasswords && (
        <>
          <Form action={`/login?next=${encodeURIComponent(next)}`}>
            <Field name="email" label="Email address" type="email" autocomplete="username" required />
            <PasswordField />
            <Submit look="primary">Log in</Submit>
          </Form>
          <p class="hint">
            New here? <a href={`/signup?next=${encodeURIComponent(next)}`}>Sign up</a>
          </p>
          <p class="hint">
            <a href="/forgot">Forgot your password?</a>
          </p>
          <ErasureHint />
        </>
      )}
    </PlainPage>
  );
}

/** Asks for the password that links an account with the identity provider, after a login there. */
export function LinkPage(view: SignInView & { email: string; provider: string }): VNode {
  const { next, email, provider } = view;
  return (
    <PlainPage title="Link your account">
      <p>
        The address {email} has an account. Give its password once to link the account with {provider}. After that, you
        log in with {provider}.
      </p>
      <Form action={`/login?link=1&next=${encodeURIComponent(next)}`}>
        <input type="hidden" name="email" value={email} />
        <PasswordField />
        <Submit look="primary">Link the account</Submit>
      </Form>
    </PlainPage>
  );
}

function ErasureHint(): VNode {
  return (
    <p class="hint">
      Are you named in a review or in our contacts? <a href="/privacy">Have your data erased</a>
    </p>
  );
}

function PasswordField(): VNode {
  return <Field name="password" label="Password" type="password" autocomplete="current-password" required />;
}

export function SignupPage({ next, invitation, methods }: LoginView & { invitation: OpenInvitation | null }): VNode {
  return (
    <PlainPage
      title={invitation ? `Join ${invitation.team_name}` : 'Sign up'}
      description="Create a team, follow the products that you compete with, and read what their reviewers dislike."
    >
      <ProviderForm csrfToken={usePage().csrfToken} provider={methods.provider} next={next} />
      <Form action={`/signup?next=${encodeURIComponent(next)}`}>
        {!invitation && <TeamNameField />}
        <Field
          name="email"
          label="Email address"
          type="email"
          value={invitation?.email ?? undefined}
          hint={invitation?.email ? 'The invitation is for this address.' : undefined}
          maxLength={254}
          autocomplete="username"
          required
        />
        <NewPasswordField name="password" label="Password" />
        <Submit look="primary">Sign up</Submit>
      </Form>
      <p class="hint">
        Already have an account? <a href={`/login?next=${encodeURIComponent(next)}`}>Log in</a>
      </p>
      {methods.hasPasswords && (
        <p class="hint">
          <a href="/forgot">Forgot your password?</a>
        </p>
      )}
      <ErasureHint />
    </PlainPage>
  );
}

interface InvitationView {
  invitation: OpenInvitation;
  /** The path of the invitation. */
  path: string;
  isSignedIn: boolean;
  /** False if people log in with the identity provider only, and so have nothing to sign up for. */
  hasPasswords: boolean;
}

/** An invitation to a team. A visitor who is not logged in chooses how to go on. */
export function InvitationPage({ invitation, path, isSignedIn, hasPasswords }: InvitationView): VNode {
  const { team_name: team, inviter, role, email } = invitation;
  const next = encodeURIComponent(path);
  return (
    <PlainPage title={`Join ${team}?`}>
      <p>
        {inviter ? `${inviter} invites you` : 'You are invited'} to work in this team as {role}.
        {email && ` The invitation is for ${email}.`}
      </p>
      {isSignedIn ? (
        <Form action={path}>
          <Submit look="primary">Join</Submit>
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

/** Asks for the code after the right password. */
export function CodePage({ next }: { next: string }): VNode {
  return (
    <PlainPage title="Enter your code">
      <Form action={codePath(next)}>
        <CodeField hint="Without your authenticator app, use one of your recovery codes." />
        <Submit look="primary">Log in</Submit>
      </Form>
      <p class="hint">
        Lost both? Ask the operator of this service to reset two-factor authentication. <a href="/login">Start again</a>
      </p>
    </PlainPage>
  );
}

/** Offers a person without a team the ways to one. */
export function NewTeamPage({ invitations }: { invitations: OpenInvitation[] }): VNode {
  const isInvited = invitations.length > 0;
  return (
    <>
      <h1>{isInvited ? 'You are invited' : 'Create a team'}</h1>
      {invitations.map((invitation) => (
        <WaitingInvitation key={invitation.id} invitation={invitation} />
      ))}
      {isInvited ? (
        <h2>Create a team of your own</h2>
      ) : (
        <p>
          You do not belong to a team yet. Create one, or ask a colleague for an invitation link to theirs and open the
          link in this browser.
        </p>
      )}
      <Form action={TEAMLESS_PAGE}>
        <TeamNameField />
        <button class={isInvited ? undefined : 'primary'} type="submit">
          Create the team
        </button>
      </Form>
    </>
  );
}

function WaitingInvitation({ invitation }: { invitation: OpenInvitation }): VNode {
  const { id, team_name: team, inviter, role } = invitation;
  return (
    <Form action={`${TEAMLESS_PAGE}/invitations/${id}/join`}>
      <p>
        {inviter ? `${inviter} invites you` : 'You are invited'} to the team <strong>{team}</strong> as {role}.
      </p>
      <button class="primary" type="submit" aria-label={`Join ${team}`}>
        Join
      </button>
    </Form>
  );
}
