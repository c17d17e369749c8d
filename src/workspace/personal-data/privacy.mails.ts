import type { MailDraft } from '#platform/mail/mails.service.js';

export const privacyRequestMail = (to: string, url: string): MailDraft => ({
  kind: 'privacy-request',
  to,
  subject: 'Confirm that your data should be erased',
  paragraphs: [
    'Someone asked us to erase the data that we store about the person with this address. Confirm that you are this person:',
    'The link works once, for 24 hours. If you did not ask, ignore this mail.',
  ],
  link: { label: 'Ask for erasure', url },
});

export const personErasedMail = (to: string): MailDraft => ({
  kind: 'person-erased',
  to,
  subject: 'Your data was erased',
  paragraphs: [
    'We erased your contact data, and the data that linked reviews or posts to you. Nobody can look you up with us, and no ' +
      'import restores your data. To recognize you, we keep hashes of your identifiers, and your address in a list of ' +
      'people who are never revealed.',
  ],
});
