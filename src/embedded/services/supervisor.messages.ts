/** A message from the supervisor to the process that started it. */
export type SupervisorMessage =
  { kind: 'ready'; databaseUrl: string; redisUrl: string } | { kind: 'failed'; message: string };

/** A message to the supervisor. A closed channel means the same. */
export type SupervisorOrder = { kind: 'stop' };
