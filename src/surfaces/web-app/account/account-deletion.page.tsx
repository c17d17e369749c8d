import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field } from '../parts/fields.page.js';
import { NEW_FORM } from '../parts/form-state.js';
import { Form } from '../parts/parts.page.js';

/** The form that deletes the account of the person who sends it. */
export function DeletionForm({ csrfToken }: { csrfToken: string }): VNode {
  return (
    <Form action="/app/settings/account/delete" csrfToken={csrfToken}>
      <p>
        Your account is deleted at once and for good, and your assistants are disconnected. What your teams bought stays
        theirs, and so do the keys that you made. The last owner of a team makes another person owner first.
      </p>
      <Field
        form={NEW_FORM}
        name="email"
        id="deleted-email"
        label="Your email address, to confirm"
        type="email"
        maxLength={254}
        autocomplete="off"
        required
      />
      <button class="danger" type="submit">
        Delete my account
      </button>
    </Form>
  );
}

export function DeletedPage(): VNode {
  return (
    <PlainPage title="Your account is deleted">
      <p class="actions">
        <a class="button" href="/">
          Go to the front page
        </a>
      </p>
    </PlainPage>
  );
}
