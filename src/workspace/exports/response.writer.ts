import type { Response } from 'express';

/** The client has closed the connection, or was cut off. */
export class ReaderGone extends Error {}

/** Writes a response no faster than its client reads. */
export class ResponseWriter {
  private wake: () => void = () => undefined;

  /** A reader that reads nothing for `stalledSeconds` is cut off, before PostgreSQL ends an idle transaction. */
  constructor(
    private readonly response: Response,
    private readonly stalledSeconds: number,
  ) {
    // Added once, because the compressing response does not remove listeners of its stream.
    response.on('drain', () => this.wake());
    response.on('close', () => this.wake());
  }

  /** Waits until the client has room for more. @throws ReaderGone */
  async write(chunk: string): Promise<void> {
    if (this.response.destroyed) throw new ReaderGone();
    if (this.response.write(chunk)) return;
    const room = new Promise<void>((resolve) => (this.wake = resolve));
    const stalled = setTimeout(() => this.response.destroy(), this.stalledSeconds * 1_000);
    await room;
    clearTimeout(stalled);
    if (this.response.destroyed) throw new ReaderGone();
  }
}
