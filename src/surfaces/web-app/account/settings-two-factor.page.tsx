import type { VNode } from 'preact';
import type { FactorState } from '#access/sign-in/second-factor/two-factor.service.js';
import { counted } from '#platform/text/counted.text.js';
import { CodeField, Field } from '../parts/fields.page.js';
import { Badge, Form, Submit } from '../parts/parts.page.js';

const PATH = '/app/settings/two-factor';

/** The section of the Security page: off, or on. */
export function TwoFactorSection(props: { factor: FactorState; isConfigured: boolean }): VNode {
  const { factor, isConfigured } = props;
  if (factor.isOn) {
    return (
      <p>
        <Badge tone="good">on</Badge> {counted(factor.codesLeft, 'recovery code')}{' '}
        {factor.codesLeft === 1 ? 'is' : 'are'} left. <a href={PATH}>New recovery codes, or turn off</a>
      </p>
    );
  }
  if (!isConfigured) return <p>The operator of this service has not enabled two-factor authentication.</p>;
  return (
    <Form action={`${PATH}/begin`}>
      <p>Logins then need a code of an authenticator app beside the password.</p>
      <button type="submit">Set up two-factor authentication</button>
    </Form>
  );
}

/** The secret of a new factor, and the form for its first code. */
export function SetupPage({ setup }: { setup: { secret: string; image: string } }): VNode {
  return (
    <>
      <h2>Set up two-factor authentication</h2>
      <p>Scan this picture with your authenticator app, or type the key into it. Then enter the code that it shows.</p>
      <p>
        <img src={setup.image} width="220" height="220" alt="The key below as a QR code" />
      </p>
      <pre>
        <code>{setup.secret}</code>
      </pre>
      <Form action={`${PATH}/confirm`}>
        <CodeField />
        <Submit look="primary">Turn on</Submit>
      </Form>
    </>
  );
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: string }): VNode {
  return (
    <section aria-labelledby="codes" class="notice">
      <h2 id="codes">Your recovery codes</h2>
      <p>
        Each replaces your authenticator app once. Keep them where you keep your passwords: they are not shown again.
      </p>
      <pre>
        <code id="recovery-codes">{codes.replaceAll(' ', '\n')}</code>
      </pre>
    </section>
  );
}

/** The forms of a factor that is on. */
export function FactorPage({ hasPassword }: { hasPassword: boolean }): VNode {
  return (
    <>
      <section aria-labelledby="new-codes">
        <h2 id="new-codes">New recovery codes</h2>
        <p>The earlier codes stop working.</p>
        <Form action={`${PATH}/codes`}>
          <CodeField id="codes" />
          <button type="submit">Make new recovery codes</button>
        </Form>
      </section>
      <section aria-labelledby="turn-off">
        <h2 id="turn-off">Turn off two-factor authentication</h2>
        <Form action={`${PATH}/off`}>
          {hasPassword && (
            <Field name="password" label="Password" type="password" autocomplete="current-password" required />
          )}
          <CodeField id="off" />
          <Submit look="danger">Turn off</Submit>
        </Form>
      </section>
    </>
  );
}
