import type { VNode } from 'preact';
import { SENDER_FIELDS, type SenderField, type SenderProfileView } from '#workspace/account/sender-profile.dto.js';
import { Fault, Form, Notice } from './parts.page.js';

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

interface SenderView {
  profile: Partial<SenderProfileView>;
  csrfToken: string;
  isSaved?: boolean;
  fault?: string;
}

/** Who the team is in its pitches. */
export function SenderPage({ profile, csrfToken, isSaved, fault }: SenderView): VNode {
  return (
    <>
      <p>Pitches introduce you with these words. Every field may stay empty.</p>
      <Notice>{isSaved && 'Saved. New pitches use the profile.'}</Notice>
      <Fault>{fault}</Fault>
      <Form action="/app/settings/sender" csrfToken={csrfToken}>
        {Object.entries(SENDER_FIELDS).map(([name, max]) => (
          <Field key={name} name={name as SenderField} max={max} value={profile[name as SenderField] ?? ''} />
        ))}
        <button class="primary" type="submit">
          Save the profile
        </button>
      </Form>
    </>
  );
}

function Field({ name, max, value }: { name: SenderField; max: number; value: string }): VNode {
  const rows = LINES[name];
  return (
    <label>
      {LABELS[name]}
      {rows ? (
        <textarea name={name} rows={rows} maxLength={max} value={value} />
      ) : (
        <input name={name} maxLength={max} value={value} />
      )}
    </label>
  );
}
