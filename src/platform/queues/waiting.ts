/**
 * The waiting times of a BullMQ worker. A new job ends the wait at once, so an idle worker rarely needs to poll Redis.
 * The seconds limit the wait of a job whose notification was lost.
 */
export const WAITING = { drainDelay: 60 };
