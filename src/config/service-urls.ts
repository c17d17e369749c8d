import { EnvError } from './env.js';

/**
 * Whether the environment names its own PostgreSQL and Redis. Without them, commands use embedded services.
 * @throws EnvError when it names only one of the two, since the embedded services would then replace both.
 */
export function namesServers({ DATABASE_URL, REDIS_URL }: Record<string, string | undefined>): boolean {
  if (DATABASE_URL && REDIS_URL) return true;
  if (!DATABASE_URL && !REDIS_URL) return false;
  const [given, missing] = DATABASE_URL ? ['DATABASE_URL', 'REDIS_URL'] : ['REDIS_URL', 'DATABASE_URL'];
  throw new EnvError(`Configuration: ${missing} is required if ${given} is set`);
}
