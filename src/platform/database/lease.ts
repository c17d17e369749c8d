/** How long a worker on a row may be silent before others take it for dead. */
export const LEASE_SECONDS = 15;

const RENEW_EVERY_MS = (LEASE_SECONDS * 1_000) / 3;

/**
 * Does `work` and keeps saying that it is alive. A renewal that fails is not an error: the lease runs out, and whoever
 * ends the work checks that it is still theirs.
 */
export async function whileRenewing<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
