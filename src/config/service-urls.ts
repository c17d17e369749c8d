import { EnvError } from './env.js';

/**
 * Whether the environment names its own PostgreSQL and Redis. Without them, commands use embedded services.
 * @throws EnvError when it names only one of the two, since the embedded services would then replace both.
 */
export function namesServers(source: Record<string, string | undefined>): boolean {
  const { DATABASE_URL, REDIS_URL } = source;
  if (DATABASE_URL && REDIS_URL) return true;
  if (!DATABASE_URL && !REDIS_URL) {
    const password = ['DATABASE_PASSWORD', 'REDIS_PASSWORD'].find((name) => source[name]);
    if (password === undefined) return false;
    throw new EnvError(`Configuration: DATABASE_URL and REDIS_URL are required if ${password} is set`);
  }
  const [given, missing] = DATABASE_URL ? ['DATABASE_URL', 'REDIS_URL'] : ['REDIS_URL', 'DATABASE_URL'];
  throw new EnvError(`Configuration: ${missing} is required if ${given} is set`);
}
