import type { VNode } from 'preact';
import { SENDER_FIELDS, type SenderField } from '#workspace/account/sender-profile.dto.js';
import { Field, TextField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { IfMay } from '../parts/if-may.page.js';
import { Fault, Form } from '../parts/parts.page.js';

const LABELS: Record<SenderField, string> = {
  company: 'Company',
  product: 'Product',
  what_it_does: 'What the product does',
  for_whom: 'Whom it is for',
  name: 'Your name',
  role: 'Your role',
  signature: 'Signature, in place of name, role and company',
  tone: 'Tone, such as formal',
};
const LINES: Partial<Record<SenderField, number>> = { what_it_does: 2, for_whom: 2, signature: 3 };

/** The sender in the team's pitches. */
export function SenderPage({ form, csrfToken }: { form: FormState; csrfToken: string }): VNode {
  return (
    <>
      <p>Pitches introduce you with these words. Every field may stay empty.</p>
      <Form action="/app/settings/sender" csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        {Object.entries(SENDER_FIELDS).map(([field, maxLength]) => {
          const name = field as SenderField;
          const shared = { form, name, label: LABELS[name], maxLength };
          return LINES[name] ? (
            <TextField key={name} {...shared} rows={LINES[name]} />
          ) : (
            <Field key={name} {...shared} />
          );
        })}
        <IfMay right="write">
          <button class="primary" type="submit">
            Save the profile
          </button>
        </IfMay>
      </Form>
    </>
  );
}
