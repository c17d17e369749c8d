/** Injection token of the connection for commands that must answer now or fail: it never queues while Redis is away. */
export const REDIS = Symbol('Redis');
