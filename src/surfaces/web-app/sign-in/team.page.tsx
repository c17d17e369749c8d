import type { VNode } from 'preact';
import { TeamNameField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { Fault, Form } from '../parts/parts.page.js';
import { TEAMLESS_PAGE } from '../parts/visitor.js';

/** Offers a person without a team the two ways to one. */
export function NewTeamPage({ form, csrfToken }: { form: FormState; csrfToken: string }): VNode {
  return (
    <>
      <h1>Create a team</h1>
      <p>
        You do not belong to a team yet. Create one, or ask a colleague for an invitation link to theirs and open the
        link in this browser.
      </p>
      <Form action={TEAMLESS_PAGE} csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        <TeamNameField form={form} />
        <button class="primary" type="submit">
          Create the team
        </button>
      </Form>
    </>
  );
}
