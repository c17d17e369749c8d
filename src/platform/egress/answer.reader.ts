/** Reads a body up to a limit in bytes. `isCut` if it had more. */
export async function readUpTo(
  maxBytes: number,
  body: AsyncIterable<Uint8Array> | null,
): Promise<{ body: Buffer<ArrayBuffer>; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

/**
 * The pause that a value of `Retry-After` asks for, in seconds or until a date, in milliseconds; null if it has no
 * valid value.
 */
export function retryAfterMs(value: string | null, now = Date.now()): number | null {
  const text = value?.trim() ?? '';
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
