import { EnvError } from './env.js';
import { isGiven } from './secret.files.js';

/**
 * Whether the environment names its own PostgreSQL and Redis. Without them, commands use embedded services.
 * @throws EnvError when it names only one of the two, since the embedded services would then replace both.
 */
export function namesServers(source: Record<string, string | undefined>): boolean {
  const [hasDatabase, hasRedis] = [isGiven(source, 'DATABASE_URL'), isGiven(source, 'REDIS_URL')];
  if (hasDatabase && hasRedis) return true;
  if (!hasDatabase && !hasRedis) {
    const password = (['DATABASE_PASSWORD', 'REDIS_PASSWORD'] as const).find((name) => isGiven(source, name));
    if (password === undefined) return false;
    throw new EnvError(`Configuration: DATABASE_URL and REDIS_URL are required if ${password} is set`);
  }
  const [given, missing] = hasDatabase ? ['DATABASE_URL', 'REDIS_URL'] : ['REDIS_URL', 'DATABASE_URL'];
  throw new EnvError(`Configuration: ${missing} is required if ${given} is set`);
}
