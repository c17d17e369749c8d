import type { VNode } from 'preact';
import { codePath } from '#access/sign-in/signed-in.guard.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { CodeField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Fault, Form } from '../parts/parts.page.js';

/** Asks for the code after the right password. */
export function CodePage({ csrfToken, form, next }: { csrfToken: string; form: FormState; next: string }): VNode {
  return (
    <PlainPage title="Enter your code">
      <Fault>{form.fault}</Fault>
      <Form action={codePath(next)} csrfToken={csrfToken}>
        <CodeField form={form} hint="Without your authenticator app, use one of your recovery codes." />
        <button class="primary" type="submit">
          Log in
        </button>
      </Form>
      <p class="hint">
        Lost both? Ask the operator of this service to reset two-factor authentication. <a href="/login">Start again</a>
      </p>
    </PlainPage>
  );
}
