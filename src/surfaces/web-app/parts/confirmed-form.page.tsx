import type { VNode } from 'preact';
import { Form } from './parts.page.js';

interface ConfirmedFormProps {
  action: string;
  csrfToken: string;
  /** The word that opens the form, and its name for screen readers if the word is not enough. */
  word: string;
  label?: string;
  /** The effect of the button, in full. */
  children: string;
}

/** A form for what cannot be undone: it stands in a disclosure, so that it takes two clicks. */
export function ConfirmedForm({ action, csrfToken, word, label, children }: ConfirmedFormProps): VNode {
  return (
    <details>
      <summary aria-label={label}>{word}</summary>
      <Form action={action} csrfToken={csrfToken}>
        <button class="danger" type="submit">
          {children}
        </button>
      </Form>
    </details>
  );
}
