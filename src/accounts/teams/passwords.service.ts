import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const BLOCK = 8;
const LENGTH = 32;

/** Passwords as scrypt keeps them: `scrypt$cost$salt$hash`, where 2^cost blocks of 1 KB were worked through. */
@Injectable()
export class PasswordsService {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_COST'>) {}

  /** @returns what to store of a password. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const hash = await hashOf(password, salt, this.env.PASSWORD_COST);
    return ['scrypt', this.env.PASSWORD_COST, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /** Whether a password is stored at another cost than new ones are. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(`scrypt$${this.env.PASSWORD_COST}$`);
  }

  /**
   * Compares in constant time; with nothing stored it works as long as on a new password and answers false, so that timing
   * names no account.
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
