/** What the supervisor tells the process that started it. */
export type SupervisorMessage =
  { kind: 'ready'; databaseUrl: string; redisUrl: string } | { kind: 'failed'; message: string };

/** What the supervisor obeys; the end of the channel means the same. */
export type SupervisorOrder = { kind: 'stop' };
