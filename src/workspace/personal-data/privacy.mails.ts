import type { MailDraft } from '#platform/mail/mails.service.js';

export const privacyRequestMail = (to: string, url: string): MailDraft => ({
  kind: 'privacy-request',
  to,
  subject: 'Confirm that your data should be erased',
  paragraphs: [
    'Someone asked us to erase what we store about the person with this address. Confirm that you are this person:',
    'The link works once, for 24 hours. If you did not ask, ignore this mail.',
  ],
  link: { label: 'Ask for erasure', url },
});

export const personErasedMail = (to: string): MailDraft => ({
  kind: 'person-erased',
  to,
  subject: 'Your data was erased',
  paragraphs: [
    'We erased your contact data, and what said that reviews or posts are yours. Nobody can look you up with us, and no ' +
      'import brings your data back. To know you, we keep hashes of what identified you, and your address in a list of ' +
      'people who are never revealed.',
  ],
});
