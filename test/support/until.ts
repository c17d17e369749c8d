import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 20;

type Answer<Found> = Found | false | null | undefined;

/**
 * Reads repeatedly until there is an answer, and returns it. The pauses leave the processor to the awaited work. The
 * limit is the time of the test.
 */
export async function until<Found>(read: () => Answer<Found> | Promise<Answer<Found>>): Promise<Found> {
  for (;;) {
    const found = await read();
    if (found) return found;
    await wait(PAUSE_MS);
  }
}
