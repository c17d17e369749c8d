import type { ServerContext } from '@modelcontextprotocol/server';

const EVERY_MS = 5_000;

/** Tells a client that asked to be told that a slow tool is still at work; hosts give up on silence. */
export async function withProgress<T>({ mcpReq }: ServerContext, work: () => Promise<T>): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: 'Still at work' };
    // Nobody may be listening any more; the work goes on all the same.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, EVERY_MS);
  return work().finally(() => clearInterval(timer));
}
