import type { ComponentChildren, VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field, NewPasswordField } from '../parts/fields.page.js';
import { usePage } from '../parts/page-context.js';
import { Form, Notice, Submit } from '../parts/parts.page.js';

/** Asks for the address to which the link for a new password is sent. */
export function ForgotPage({ isSent }: { isSent: boolean }): VNode {
  const { sendsMail } = usePage();
  return (
    <PlainPage title="Forgot your password?" description="Get a link to choose a new password for your Qualm account.">
      <Notice>
        {isSent &&
          (sendsMail
            ? 'If this address has an account, we sent a link to it. The link works once, for 30 minutes.'
            : 'Mail is not set up here. If this address has an account, the operator of this service has a link for it.')}
      </Notice>
      {!isSent && <p>We send you a link with which you choose a new one.</p>}
      <Form action="/forgot">
        <Field name="email" label="Email address" type="email" autocomplete="username" required />
        <Submit look="primary">Send the link</Submit>
      </Form>
      <p class="hint">
        <a href="/login">Back to the login</a>
      </p>
    </PlainPage>
  );
}

/** The page of a link for a new password. */
export function ResetPage({ path }: { path: string }): VNode {
  return (
    <PlainPage title="Choose a new password">
      <Form action={path}>
        <NewPasswordField name="password" label="New password" />
        <Submit look="primary">Change the password</Submit>
      </Form>
      <p class="hint">You will be logged out everywhere, and your assistants will be disconnected.</p>
    </PlainPage>
  );
}

/** The page of the link that confirms an address. */
export function VerifyPage({ email, ...link }: MailLinkProps): VNode {
  return (
    <MailLinkPage {...link} title="Confirm your email address" button="Confirm the address">
      Is <strong>{email}</strong> your address?
    </MailLinkPage>
  );
}

export function VerifiedPage(): VNode {
  return (
    <PlainPage title="Your address is confirmed">
      <p class="actions">
        <a class="button primary" href="/">
          Go on
        </a>
      </p>
    </PlainPage>
  );
}

/** The page of the link that takes the change of an address back. */
export function UndoPage({ email, ...link }: MailLinkProps): VNode {
  return (
    <MailLinkPage {...link} title="Undo the change of your email address" button="Undo the change">
      Your account gets the address <strong>{email}</strong> again. All logins end, a second factor of the last 72 hours
      too, and you choose a new password.
    </MailLinkPage>
  );
}

export function UndonePage(): VNode {
  return (
    <PlainPage title="Your address is restored">
      <p>
        All logins have ended, and the old password does not work any more. We sent you a link to choose a new password.
      </p>
    </PlainPage>
  );
}

/** The properties of the page of a link in a mail: the address that the mail went to, and the path of the link. */
export interface MailLinkProps {
  email: string;
  path: string;
}

interface MailLinkPageProps extends Omit<MailLinkProps, 'email'> {
  title: string;
  button: string;
  isDangerous?: boolean;
  children: ComponentChildren;
}

/** The page of a link in a mail. Only the button confirms, because programs that scan mails open links too. */
export function MailLinkPage({ title, button, isDangerous, path, children }: MailLinkPageProps): VNode {
  return (
    <PlainPage title={title}>
      <p>{children}</p>
      <Form action={path}>
        <button class={isDangerous ? 'danger' : 'primary'} type="submit">
          {button}
        </button>
      </Form>
    </PlainPage>
  );
}
