/** Injection token of the connection that never queues commands: while Redis is down, a command fails immediately. */
export const REDIS = Symbol('Redis');
