import type { JobDefinition } from '#platform/queues/job-definition.js';

export const MAILS_QUEUE = 'mails';

/** Sends one mail. The row counts the attempts: a periodic task enqueues mails that are due again. */
export const SEND_MAIL: JobDefinition = { queue: MAILS_QUEUE, name: 'send-mail', attempts: 1, backoffMs: 0 };
