import type { VNode } from 'preact';
import { PlainPage } from '#platform/pages/document.page.js';
import { Field } from '../parts/fields.page.js';
import { Form, Notice, Submit } from '../parts/parts.page.js';
import { MailLinkPage, type MailLinkProps } from '../sign-in/recovery.page.js';

/** The choices of people whose reviews, posts or contact data are stored. */
export function PrivacyPage({ isSent }: { isSent: boolean }): VNode {
  return (
    <PlainPage
      title="Your data in our reviews and contacts"
      description="People whose reviews, posts or contact data Qualm has stored ask here for their data to be erased."
    >
      <p>
        We read public reviews and posts about software, and business contact data. If they are about you, you can have
        your data erased: your contact data, and what says that a review or post is yours. The texts stay without your
        name. Nobody can look you up with us afterwards.
      </p>
      <p>Enter your email address. We send a link to it, which shows that the address is yours.</p>
      <Notice>{isSent && 'We sent a link to this address. It works once, for 24 hours.'}</Notice>
      <Form action="/privacy">
        <Field name="email" label="Email address" type="email" maxLength={254} autocomplete="email" required />
        <Submit look="primary">Send the link</Submit>
      </Form>
      <p class="hint">People with an account download or delete their data in Settings.</p>
    </PlainPage>
  );
}

/** The page of the link that confirms a request for erasure. */
export function ConfirmErasurePage({ email, ...link }: MailLinkProps): VNode {
  return (
    <MailLinkPage {...link} title="Erase my data" button="Ask for erasure" isDangerous>
      We erase what we store about the person with the address <strong>{email}</strong>. This cannot be taken back.
    </MailLinkPage>
  );
}

export function ErasureRequestedPage(): VNode {
  return (
    <PlainPage title="We got your request">
      <p>We check it and erase your data. You get a mail when it is done.</p>
    </PlainPage>
  );
}
