import type { ServerContext } from '@modelcontextprotocol/server';

/** The state of work in units that a person understands. `total` is null while it is unknown. */
export interface WorkProgress {
  isRunning: boolean;
  done: number;
  total: number | null;
  /** Such as "Read 120 of 741 reviews". */
  message: string;
}

/** Some clients end a call after a minute, even while it makes progress. */
const MAX_WAIT_MS = 45_000;
const LOOK_EVERY_MS = 500;
const BEAT_EVERY_MS = 5_000;

/** Sends the progress of one call to a client that asked for it. The work continues if the client disconnects. */
export class ProgressChannel {
  private last = -1;

  private constructor(
    private readonly request: ServerContext['mcpReq'],
    private readonly progressToken: string | number,
  ) {}

  /** The channel of a call, or undefined if the client did not ask for progress. */
  static of({ mcpReq }: ServerContext): ProgressChannel | undefined {
    const progressToken = mcpReq._meta?.progressToken;
    return progressToken === undefined ? undefined : new ProgressChannel(mcpReq, progressToken);
  }

  /** Counts seconds during work that has no other measure. Without a notification some clients time out. */
  async during<T>(work: () => T | Promise<T>): Promise<T> {
    const begin = Date.now();
    const timer = setInterval(() => {
      const seconds = Math.round((Date.now() - begin) / 1_000);
      this.send({ progress: seconds, message: `Working for ${seconds} seconds` });
    }, BEAT_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Polls work until it ends, for at most 45 seconds. @returns the last state */
  async follow<P extends WorkProgress>(look: () => Promise<P>): Promise<P> {
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const progress = await look();
      const { isRunning, done, total, message } = progress;
      if (total !== null) this.send({ progress: done, total, message });
      if (!isRunning || Date.now() >= deadline || this.request.signal.aborted) return progress;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** The protocol requires that progress grows with every notification. */
  private send(params: { progress: number; total?: number; message: string }): void {
    if (params.progress <= this.last) return;
    this.last = params.progress;
    const notification = { method: 'notifications/progress', params: { ...params, progressToken: this.progressToken } };
    // The client may have disconnected.
    this.request.notify(notification as never).catch(() => undefined);
  }
}
