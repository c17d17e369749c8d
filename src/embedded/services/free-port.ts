import { type AddressInfo, createServer } from 'node:net';

/** Whether a server can listen on the port now. */
export async function isFree(port: number, host: string): Promise<boolean> {
  return (await tryPort(port, host)) !== null;
}

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0, '127.0.0.1');
  if (port === null) throw new Error('no port is free');
  return port;
}

async function tryPort(port: number, host: string): Promise<number | null> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  const chosen = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return chosen;
}
