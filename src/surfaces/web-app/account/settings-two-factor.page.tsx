import type { VNode } from 'preact';
import type { FactorState } from '#access/sign-in/second-factor/two-factor.service.js';
import { CodeField, Field } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Badge, Fault, Form } from '../parts/parts.page.js';

const PATH = '/app/settings/two-factor';

interface FormView {
  csrfToken: string;
  form: FormState;
}

/** The section of the Security page: off, or on. */
export function TwoFactorSection(props: { factor: FactorState; isConfigured: boolean; csrfToken: string }): VNode {
  const { factor, isConfigured, csrfToken } = props;
  if (factor.isOn) {
    return (
      <p>
        <Badge tone="good">on</Badge> {factor.codesLeft} recovery codes are left.{' '}
        <a href={PATH}>New recovery codes, or turn off</a>
      </p>
    );
  }
  if (!isConfigured) return <p>The operator of this service has not enabled two-factor authentication.</p>;
  return (
    <Form action={`${PATH}/begin`} csrfToken={csrfToken}>
      <p>Logins then need a code of an authenticator app beside the password.</p>
      <button type="submit">Set up two-factor authentication</button>
    </Form>
  );
}

/** The secret of a new factor, and the form for its first code. */
export function SetupPage({ csrfToken, form, setup }: FormView & { setup: { secret: string; image: string } }): VNode {
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
      <Fault>{form.fault}</Fault>
      <Form action={`${PATH}/confirm`} csrfToken={csrfToken}>
        <CodeField form={form} />
        <button class="primary" type="submit">
          Turn on
        </button>
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

/** The forms of a factor that is on. `refused` names the form to which `form` belongs. */
export function FactorPage(view: FormView & { refused: 'codes' | 'off' | null; hasPassword: boolean }): VNode {
  const { csrfToken, form, refused, hasPassword } = view;
  const blank: FormState = { values: {}, faults: {} };
  const [codes, off] = [refused === 'codes' ? form : blank, refused === 'off' ? form : blank];
  return (
    <>
      <section aria-labelledby="new-codes">
        <h2 id="new-codes">New recovery codes</h2>
        <p>The earlier codes stop working.</p>
        <Fault>{codes.fault}</Fault>
        <Form action={`${PATH}/codes`} csrfToken={csrfToken}>
          <CodeField form={codes} id="codes" />
          <button type="submit">Make new recovery codes</button>
        </Form>
      </section>
      <section aria-labelledby="turn-off">
        <h2 id="turn-off">Turn off two-factor authentication</h2>
        <Fault>{off.fault}</Fault>
        <Form action={`${PATH}/off`} csrfToken={csrfToken}>
          {hasPassword && (
            <Field
              form={off}
              name="password"
              label="Password"
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          <CodeField form={off} id="off" />
          <button class="danger" type="submit">
            Turn off
          </button>
        </Form>
      </section>
    </>
  );
}
