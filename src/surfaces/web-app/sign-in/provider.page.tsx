import type { VNode } from 'preact';
import type { OwnMethods } from '#access/sign-in/identity-provider/identities.service.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { Badge, Form, Submit } from '../parts/parts.page.js';

/** The page of every failed login with the identity provider. It does not say why the login failed. */
export function ProviderFailurePage({ requestId }: { requestId: string }): VNode {
  return (
    <PlainPage title="You were not logged in">
      <p>
        The login did not work. <a href="/login">Try again</a>. If it fails again, ask the operator of this service, and
        name this request:
      </p>
      <pre>
        <code>{requestId}</code>
      </pre>
    </PlainPage>
  );
}

/** Leads a person to the identity provider, where a login links the account there. */
export function LinkProviderPage(view: { action: string; email: string; provider: string }): VNode {
  const { action, email, provider } = view;
  return (
    <PlainPage title={`Link ${provider}`}>
      <p>
        Log in to {provider} once. From then on you can log in to {email} with {provider} too.
      </p>
      <Form action={action}>
        <Submit look="primary">Continue to {provider}</Submit>
      </Form>
      <p class="hint">
        <a href="/app/settings/security">Cancel</a>
      </p>
    </PlainPage>
  );
}

/** The section of the Security page about the identity provider. `mayUnlink` if the person could still log in. */
export function ProviderSection(props: { provider: string; own: OwnMethods; mayUnlink: boolean }): VNode {
  const { provider, own, mayUnlink } = props;
  if (!own.isLinked) {
    return (
      <p>
        Your account is not linked with {provider}. <a href="/app/settings/security/provider/link">Link it</a> to log in
        with {provider} too.
      </p>
    );
  }
  return (
    <>
      <p>
        <Badge tone="good">linked</Badge> You can log in with {provider}.
      </p>
      {mayUnlink && (
        <Form action="/app/settings/security/provider/unlink">
          <Submit look="danger">Unlink {provider}</Submit>
        </Form>
      )}
    </>
  );
}
