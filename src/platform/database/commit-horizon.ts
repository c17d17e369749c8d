import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** Every transaction whose id is `nextId` or higher began to write after `at`. */
interface Mark {
  at: Date;
  nextId: bigint;
}

const MAX_MARKS = 1_000;
const ATTEMPTS = 20;
const PAUSE_MS = 50;

/**
 * Determines the time up to which all writes are visible. A transaction may commit late, so a reader that continues at
 * the time of the last row that it has seen would miss rows. Rows must be stamped as by the trigger function
 * `stamp_change`.
 */
@Injectable()
export class CommitHorizon {
  /** Oldest first. Only the last mark that every open transaction has passed, and those after it, are needed. */
  private marks: Mark[] = [];

  constructor(private readonly database: Database) {}

  /**
   * A time before the first write of every transaction that is open now. Waits up to a second for transactions that
   * were open at the first call; null if one of them is still open.
   */
  async read(): Promise<Date | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await pause(PAUSE_MS);
      const horizon = await this.mark();
      if (horizon) return horizon;
    }
    return null;
  }

  private async mark(): Promise<Date | null> {
    // now() is the start of the statement, before the next id is read. A snapshot's xmax is not the next id: open
    // transactions may have it or a higher one. The age of an id counts the ids up to the next one.
    const { at, oldest, next } = await this.database.one<{ at: Date; oldest: string; next: string }>(
      `SELECT now() - interval '1 millisecond' AS at, oldest::text,
              (oldest::text::bigint + age(oldest::xid))::text AS next
       FROM pg_snapshot_xmin(pg_current_snapshot()) AS oldest`,
    );
    this.marks.push({ at, nextId: BigInt(next) });
    const passed = this.marks.findLastIndex(({ nextId }) => nextId <= BigInt(oldest));
    if (passed > 0) this.marks.splice(0, passed);
    if (this.marks.length > MAX_MARKS) this.marks = this.marks.filter((_, index) => index % 2 === 0);
    return passed < 0 ? null : (this.marks[0]?.at ?? null);
  }
}
