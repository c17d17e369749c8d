import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
// OWASP's scrypt floor: 2^17 blocks of 8 with one lane, 128 MB for a tenth of a second.
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const LENGTH = 32;

/** @returns `scrypt$salt$hash` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, LENGTH, COST);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Compares in constant time; with no stored hash it works just as long and answers false, so timing names no account. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? `scrypt$${'A'.repeat(22)}$`).split('$');
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), LENGTH, COST);
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === LENGTH && timingSafeEqual(given, expected);
}
