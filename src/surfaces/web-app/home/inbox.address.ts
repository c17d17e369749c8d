/** The address of the inbox. */
export const INBOX = '/app/inbox';

/** The navigation shows higher numbers of unread items as `99+`. */
export const MAX_UNREAD = 100;
