/** What became of a mail. Without a mail server it is kept for the operator, and nobody may wait for it. */
export const sentTo = (sendsMail: boolean, what: string, to: string): string =>
  sendsMail
    ? `We sent ${what} to ${to}.`
    : `Mail is not set up here: the operator of this service has ${what} for ${to}.`;
