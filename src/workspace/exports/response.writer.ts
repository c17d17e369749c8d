import type { Response } from 'express';

/** A reader that takes nothing for so long is cut off. Shorter than PostgreSQL lets a transaction idle. */
const STALLED_MS = 30_000;

/** The client has closed the connection, or was cut off. */
export class ReaderGone extends Error {}

/** Writes a response no faster than its client reads. */
export class ResponseWriter {
  private wake: () => void = () => undefined;

  constructor(private readonly response: Response) {
    // One listener each: the compressing response does not remove listeners of its stream.
    response.on('drain', () => this.wake());
    response.on('close', () => this.wake());
  }

  /** Waits until the client has room for more. @throws ReaderGone */
  async write(chunk: string): Promise<void> {
    if (this.response.destroyed) throw new ReaderGone();
    if (this.response.write(chunk)) return;
    const room = new Promise<void>((resolve) => (this.wake = resolve));
    const stalled = setTimeout(() => this.response.destroy(), STALLED_MS);
    await room;
    clearTimeout(stalled);
    if (this.response.destroyed) throw new ReaderGone();
  }
}
