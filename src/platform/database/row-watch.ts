import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;

/** Waits for work that another request or process does on a row. However many wait for one row here, one of them looks. */
@Injectable()
export class RowWatch {
  private readonly watched = new Map<string, Promise<unknown>>();

  /**
   * Looks until `look` answers something, for `timeoutMs` at most. `look` answers null while the work goes on.
   * @returns what it answered, or null when the time was up.
   */
  async until<T>(row: string, timeoutMs: number, look: () => Promise<T | null>): Promise<T | null> {
    const deadline = Date.now() + timeoutMs;
    let answer: T | null = null;
    while (answer === null && Date.now() < deadline) {
      let watching = this.watched.get(row) as Promise<T | null> | undefined;
      if (!watching) {
        watching = poll(look, deadline).finally(() => this.watched.delete(row));
        this.watched.set(row, watching);
      }
      answer = await watching;
    }
    return answer;
  }
}

async function poll<T>(look: () => Promise<T | null>, deadline: number): Promise<T | null> {
  for (let ms = FIRST_PAUSE_MS; Date.now() < deadline; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
    await pause(Math.min(ms, Math.max(1, deadline - Date.now())));
    const answer = await look();
    if (answer !== null) return answer;
  }
  return null;
}
