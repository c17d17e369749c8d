import type { Socket } from 'node:net';
import pg from 'pg';

/** PostgreSQL itself ends a statement after its limit, and says so. The time for that is at most as long as the limit. */
const MAX_GRACE_MS = 3_000;

/**
 * A connection whose statements have a limit, `statement_timeout`. If the server then owes an answer and sends nothing for some seconds
 * longer, its host is gone: the connection is cut, so that its statement fails and the next one gets a new connection. Otherwise it would
 * wait until the operating system gives up, which takes a quarter of an hour.
 */
export class SilenceLimitedClient extends pg.Client {
  /** Whether a statement may take any time, because the open transaction has lifted the limit. */
  isUnlimited = false;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const limitMs = Number(config.statement_timeout ?? 0);
    if (limitMs > 0) this.once('connect', () => this.limitSilence(limitMs + Math.min(limitMs, MAX_GRACE_MS)));
  }

  private limitSilence(ms: number): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(ms, () => {
      const { bytesRead } = stream;
      // A process that was busy for so long reads what has arrived first.
      setImmediate(() => {
        const isIdle = (this as unknown as { readyForQuery: boolean }).readyForQuery;
        if (isIdle || this.isUnlimited || stream.bytesRead > bytesRead) return;
        stream.destroy(new Error(`PostgreSQL has not answered for ${ms} ms`));
      });
    });
  }
}
