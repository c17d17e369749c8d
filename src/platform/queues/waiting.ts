/**
 * The waiting times of a BullMQ worker. A new job ends the wait at once, so an idle worker need not ask Redis often whether there is
 * one. The seconds limit how long a job waits whose notification was lost.
 */
export const WAITING = { drainDelay: 60 };
