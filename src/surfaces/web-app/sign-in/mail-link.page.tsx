import type { ComponentChildren, VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Form } from '../parts/parts.page.js';

/** The properties of the page of a link in a mail: the address that the mail went to, and the path of the link. */
export interface MailLinkProps {
  csrfToken: string;
  email: string;
  path: string;
}

interface MailLinkPageProps extends Omit<MailLinkProps, 'email'> {
  title: string;
  button: string;
  isDangerous?: boolean;
  children: ComponentChildren;
}

/** The page of a link in a mail. Only the button confirms, because programs that scan mails open links too. */
export function MailLinkPage({ title, button, isDangerous, csrfToken, path, children }: MailLinkPageProps): VNode {
  return (
    <PlainPage title={title}>
      <p>{children}</p>
      <Form action={path} csrfToken={csrfToken}>
        <button class={isDangerous ? 'danger' : 'primary'} type="submit">
          {button}
        </button>
      </Form>
    </PlainPage>
  );
}
