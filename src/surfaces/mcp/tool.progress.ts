import type { ServerContext } from '@modelcontextprotocol/server';

const EVERY_MS = 5_000;

/** Sends progress notifications during a slow call if the client asked for them. Without them some clients time out. */
export async function withProgress<T>({ mcpReq }: ServerContext, work: () => Promise<T>): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: 'Still working' };
    // The client may have disconnected. The work continues.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, EVERY_MS);
  return work().finally(() => clearInterval(timer));
}
