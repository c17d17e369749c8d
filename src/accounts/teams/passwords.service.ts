import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const BLOCK = 8;
const LENGTH = 32;

/** Hashes passwords with scrypt. Stored as `scrypt$cost$salt$hash`, where N is 2^cost (blocks of 1 KB). */
@Injectable()
export class PasswordsService {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_COST'>) {}

  /** @returns the hash to store */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const hash = await hashOf(password, salt, this.env.PASSWORD_COST);
    return ['scrypt', this.env.PASSWORD_COST, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /** Whether a password was stored at another cost than the current one. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(`scrypt$${this.env.PASSWORD_COST}$`);
  }

  /**
   * Compares in constant time. Without a stored hash, hashes the password anyway and returns false, so that the time
   * does not reveal whether an account exists.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const [, cost = '', salt = '', hash = ''] = (stored ?? `scrypt$${this.env.PASSWORD_COST}$${'A'.repeat(22)}$`).split(
      '$',
    );
    const given = await hashOf(password, Buffer.from(salt, 'base64url'), Number(cost));
    const expected = Buffer.from(hash, 'base64url');
    return expected.length === LENGTH && timingSafeEqual(given, expected);
  }
}

function hashOf(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  return derive(password.normalize('NFKC'), salt, LENGTH, { N, r: BLOCK, p: 1, maxmem: 256 * BLOCK * N });
}
