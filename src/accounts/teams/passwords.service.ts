import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { ENV, type Env } from '#config/env.js';
import { tooMany } from '#platform/errors/application-error.js';

/** Node runs at most four such computations at once, and shares these threads with new database connections. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 2;
const PASSES = 2;

type Cost = { N: number; r: number; p: number; maxmem: number };
const derive = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/** Hashes passwords with Argon2id, a few at a time, so that a flood of sign-ins does not slow other requests. */
@Injectable()
export class PasswordsService {
  private readonly options: { memoryCost: number; timeCost: number; parallelism: number };
  private readonly limit = pLimit(AT_ONCE);
  private decoy?: Promise<string>;

  constructor(@Inject(ENV) env: Pick<Env, 'PASSWORD_MEMORY_KB'>) {
    this.options = { memoryCost: env.PASSWORD_MEMORY_KB, timeCost: PASSES, parallelism: 1 };
  }

  /** @returns the hash to store, which contains its parameters and salt. @throws 429 while too many passwords wait */
  hash(password: string): Promise<string> {
    return this.queue(() => hash(normalized(password), this.options));
  }

  /** Whether a password was stored with other parameters than the current ones. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.options;
    return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  }

  /**
   * Compares in constant time. Without a stored hash, verifies the password against another hash and returns false, so
   * that the time does not reveal whether an account exists.
   * @throws 429 while too many passwords wait
   */
  verify(password: string, stored: string | null): Promise<boolean> {
    return this.queue(async () => {
      if (stored?.startsWith('scrypt$')) return verifyScrypt(password, stored);
      this.decoy ??= hash('', this.options);
      const isRight = await verify(stored ?? (await this.decoy), normalized(password));
      return isRight && stored !== null;
    });
  }

  private queue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.limit.pendingCount >= MAX_WAITING) {
      throw tooMany('Too many people are signing in at the moment', RETRY_AFTER_SECONDS, MAX_WAITING, 's');
    }
    return this.limit(work);
  }
}

const normalized = (password: string): string => password.normalize('NFKC');

/** Verifies a password that an early build stored as `scrypt$cost$salt$hash`. A sign-in replaces the hash. */
async function verifyScrypt(password: string, stored: string): Promise<boolean> {
  const [, cost = '', salt = '', expected = ''] = stored.split('$');
  const N = 2 ** Number(cost);
  const hashed = Buffer.from(expected, 'base64url');
  const options = { N, r: 8, p: 1, maxmem: 2_048 * N };
  const given = await derive(normalized(password), Buffer.from(salt, 'base64url'), hashed.length, options);
  return timingSafeEqual(given, hashed);
}
