/** JSON that is already text: what a hot read answers from memory. One that is answered again is encoded only once. */
export class RenderedJson {
  private encoded: Buffer | undefined;

  constructor(readonly text: string) {}

  get bytes(): Buffer {
    return (this.encoded ??= Buffer.from(this.text));
  }
}
