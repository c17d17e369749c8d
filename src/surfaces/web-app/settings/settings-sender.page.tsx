import type { VNode } from 'preact';
import { SENDER_FIELDS, type SenderField } from '#workspace/account/sender-profile.dto.js';
import { Field, TextField } from '../parts/fields.page.js';
import { Form, IfMay, Submit } from '../parts/parts.page.js';

const LABELS: Record<SenderField, string> = {
  company: 'Company',
  product: 'Product',
  what_it_does: 'What the product does',
  for_whom: 'Who it is for',
  name: 'Your name',
  role: 'Your role',
  signature: 'Signature, in place of name, role and company',
  tone: 'Tone, such as formal',
};
const LINES: Partial<Record<SenderField, number>> = { what_it_does: 2, for_whom: 2, signature: 3 };

/** The sender in the team's pitches. */
export function SenderPage({ profile }: { profile: Record<SenderField, string | null> }): VNode {
  return (
    <>
      <p>Pitches introduce you with these words. All fields are optional.</p>
      <Form action="/app/settings/sender">
        {Object.entries(SENDER_FIELDS).map(([field, maxLength]) => {
          const name = field as SenderField;
          const shared = { name, label: LABELS[name], value: profile[name] ?? '', maxLength };
          return LINES[name] ? (
            <TextField key={name} {...shared} rows={LINES[name]} />
          ) : (
            <Field key={name} {...shared} />
          );
        })}
        <IfMay right="write">
          <Submit look="primary">Save the profile</Submit>
        </IfMay>
      </Form>
    </>
  );
}
