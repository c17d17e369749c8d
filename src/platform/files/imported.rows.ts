import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const RANDOM_BYTES = 16;

/**
 * The lines of a batch as a JSON array of rows, each with its `place`, an `id` and `more`. Fields without a value are left out: most fields
 * of most lines have none.
 */
export function rowsOf(lines: readonly object[], more: (place: number) => object = () => ({})): string {
  // One call for all: a call for each id costs more than the id.
  const random = randomFillSync(new Uint8Array(lines.length * RANDOM_BYTES));
  const msecs = Date.now();
  const rows = lines.map((line, place) => {
    const row: Record<string, unknown> = { place, ...more(place) };
    const own = random.subarray(place * RANDOM_BYTES, (place + 1) * RANDOM_BYTES);
    // The ids are in the order of the lines.
    row.id = uuidv7({ random: own, msecs, seq: place });
    for (const field of Object.keys(line)) {
      const value = (line as Record<string, unknown>)[field];
      if (value !== null && value !== undefined) row[field] = value;
    }
    return row;
  });
  return JSON.stringify(rows);
}
