/** The letters by which a piece is found. A shorter one cannot be filed. */
export const RUN = 5;

/** A piece, and the position of its run. */
interface FiledPiece {
  piece: string;
  at: number;
}

const NONE: readonly FiledPiece[] = [];

/** Pieces of text, each filed under one of its five-letter runs, to find those that a text contains in one pass. */
export class TextPieces {
  private readonly byRun = new Map<string, FiledPiece[]>();
  private readonly runs = new Map<string, string>();

  /** Adds a piece of at least five letters, unless it is already filed. */
  add(piece: string): void {
    if (this.runs.has(piece)) return;
    const at = this.rarestRunOf(piece);
    const run = piece.slice(at, at + RUN);
    this.runs.set(piece, run);
    const filed = this.byRun.get(run);
    if (filed) filed.push({ piece, at });
    else this.byRun.set(run, [{ piece, at }]);
  }

  remove(piece: string): void {
    const run = this.runs.get(piece);
    if (run === undefined) return;
    this.runs.delete(piece);
    const left = this.byRun.get(run)?.filter((filed) => filed.piece !== piece) ?? [];
    if (left.length > 0) this.byRun.set(run, left);
    else this.byRun.delete(run);
  }

  /** The pieces that the text contains. */
  foundIn(text: string): Set<string> {
    const found = new Set<string>();
    for (let start = 0; start + RUN <= text.length; start++) {
      for (const { piece, at } of this.byRun.get(text.slice(start, start + RUN)) ?? NONE) {
        if (text.startsWith(piece, start - at)) found.add(piece);
      }
    }
    return found;
  }

  /** The position of the run with the fewest filed pieces. */
  private rarestRunOf(piece: string): number {
    let [rarest, fewest] = [0, Infinity];
    for (let start = 0; start + RUN <= piece.length; start++) {
      const filed = this.byRun.get(piece.slice(start, start + RUN))?.length ?? 0;
      if (filed < fewest) [rarest, fewest] = [start, filed];
    }
    return rarest;
  }
}
