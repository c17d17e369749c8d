const KEPT = 60;

/** A position in the write-ahead log, such as `16/B374D848`, as a number. */
export function positionIn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Where the primary was in its write-ahead log during the last minute. */
export class WalHistory {
  /** Oldest first. `at` is in milliseconds, before the position was read. */
  private readonly marks: { position: bigint; at: number }[] = [];

  add(position: bigint, at: number): void {
    this.marks.push({ position, at });
    if (this.marks.length > KEPT) this.marks.shift();
  }

  /** How old the data of a replica at this position are at most, in milliseconds. Infinite if it is too far behind to know. */
  lagAt(position: bigint, now: number): number {
    const passed = this.marks.findLast((mark) => mark.position <= position);
    return passed ? now - passed.at : Infinity;
  }
}
