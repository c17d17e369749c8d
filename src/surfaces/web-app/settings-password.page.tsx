import type { VNode } from 'preact';
import { SHORTEST_PASSWORD } from '#accounts/teams/password.rule.js';
import { Field } from './fields.page.js';
import type { FormState } from './form-state.js';
import { Fault, Form } from './parts.page.js';

export function PasswordPage({ csrfToken, form }: { csrfToken: string; form: FormState }): VNode {
  return (
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
      <Field
        form={form}
        name="next"
        label="New password"
        hint={`At least ${SHORTEST_PASSWORD} characters.`}
        type="password"
        minLength={SHORTEST_PASSWORD}
        autocomplete="new-password"
        required
      />
      <button class="primary" type="submit">
        Change the password
      </button>
    </Form>
  );
}
