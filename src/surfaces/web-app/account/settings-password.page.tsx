import type { VNode } from 'preact';
import { Field, NewPasswordField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Fault, Form } from '../parts/parts.page.js';

export function PasswordPage({ csrfToken, form }: { csrfToken: string; form: FormState }): VNode {
  return (
    <section>
      <h2>Password</h2>
      <Form action="/app/settings/password" csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        <Field
          form={form}
          name="current"
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
        />
        <NewPasswordField form={form} name="next" label="New password" />
        <button class="primary" type="submit">
          Change the password
        </button>
      </Form>
    </section>
  );
}
