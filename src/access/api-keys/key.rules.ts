import type { Scope } from '#access/policy/key.scopes.js';
import { invalidField } from '#platform/errors/application-error.js';
import { textFaultOf } from '#platform/operations/text.js';

const MAX_NAME_LENGTH = 100;
const MAX_CAP = 1_000_000;
const MAX_CIDRS = 20;

/** Credits that a key may spend: in its life, and in one day in UTC. */
export interface KeyCaps {
  spendCap?: number;
  dailyCap?: number | null;
}

/** The properties of a new key. Without a spend cap the key cannot spend credits. */
export interface NewApiKey extends KeyCaps {
  name: string;
  expiresAt?: Date;
  scopes?: readonly Scope[];
  /** CIDR ranges. Empty: anywhere. */
  allowedCidrs?: readonly string[];
  /** For test mode, which needs no paid plan. */
  test?: boolean;
  /** The id of the person who makes the key. */
  createdBy?: string;
}

/** The requested key, with its name trimmed. @throws 400 about `name`, `spend_cap`, `daily_cap` or `allowed_cidrs` */
export function checkedKey(wanted: NewApiKey): NewApiKey {
  const name = wanted.name.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || textFaultOf(name)) {
    throw invalidField('name', `Enter a name of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  demandCaps(wanted);
  if ((wanted.allowedCidrs?.length ?? 0) > MAX_CIDRS) {
    throw invalidField('allowed_cidrs', `Enter at most ${MAX_CIDRS} addresses`);
  }
  return { ...wanted, name };
}

/** @throws 400 about `spend_cap` or `daily_cap`, which are whole numbers of credits */
export function demandCaps({ spendCap, dailyCap }: KeyCaps): void {
  demandCap('spend_cap', 'spend cap', spendCap);
  demandCap('daily_cap', 'daily cap', dailyCap);
}

function demandCap(field: string, words: string, credits: number | null | undefined): void {
  if (credits === undefined || credits === null) return;
  if (!Number.isInteger(credits) || credits < 0 || credits > MAX_CAP) {
    throw invalidField(field, `Enter a ${words} as a whole number from 0 to 1,000,000`);
  }
}
