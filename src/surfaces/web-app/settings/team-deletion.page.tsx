import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field } from '../parts/fields.page.js';
import { NEW_FORM } from '../parts/form-state.js';
import { dayText, Form } from '../parts/parts.page.js';

/** The form that deletes the team that the page shows. */
export function TeamDeletionForm({ csrfToken, days }: { csrfToken: string; days: number }): VNode {
  return (
    <section aria-labelledby="team-deletion">
      <h2 id="team-deletion">Delete the team</h2>
      <Form action="/app/settings/team/delete" csrfToken={csrfToken}>
        <p>
          Keys, connections and webhook endpoints stop at once, for all people of the team. The operator can restore the
          team for {days} days. After that, all of it is deleted but the record of its credits, without its name.
        </p>
        <Field
          form={NEW_FORM}
          name="name"
          id="deleted-team"
          label="The name of the team, to confirm"
          maxLength={200}
          autocomplete="off"
          required
        />
        <button class="danger" type="submit">
          Delete the team
        </button>
      </Form>
    </section>
  );
}

export function TeamDeletedPage({ until }: { until: Date }): VNode {
  return (
    <PlainPage title="The team is deleted">
      <p>The operator can restore it until {dayText(until)}. We sent a mail to its owners.</p>
      <p class="actions">
        <a class="button" href="/">
          Go to the front page
        </a>
      </p>
    </PlainPage>
  );
}
