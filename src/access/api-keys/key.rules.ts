import type { Scope } from '#access/policy/key.scopes.js';
import { type FormFault, invalidFields } from '#platform/errors/application-error.js';
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

/** A daily cap of a key that may not spend. */
export const DAILY_CAP_ALONE: FormFault = { field: 'daily_cap', message: 'A daily cap needs a spend cap' };

/** All that is wrong with `name`, `spend_cap`, `daily_cap` and `allowed_cidrs` of the requested key. */
export function faultsOfKey({ name, allowedCidrs = [], ...caps }: NewApiKey): FormFault[] {
  const text = name.trim();
  const isName = text !== '' && text.length <= MAX_NAME_LENGTH && !textFaultOf(text);
  const isAlone = caps.spendCap === undefined && typeof caps.dailyCap === 'number';
  return [
    ...(isName ? [] : [{ field: 'name', message: `Enter a name of 1 to ${MAX_NAME_LENGTH} characters` }]),
    ...faultsOfCaps(caps),
    ...(isAlone ? [DAILY_CAP_ALONE] : []),
    ...(allowedCidrs.length > MAX_CIDRS
      ? [{ field: 'allowed_cidrs', message: `Enter at most ${MAX_CIDRS} addresses` }]
      : []),
  ];
}

/** The requested key, with its name trimmed. @throws 400 about all fields without a valid value */
export function checkedKey(wanted: NewApiKey): NewApiKey {
  demandNone(faultsOfKey(wanted));
  return { ...wanted, name: wanted.name.trim() };
}

/** @throws 400 about `spend_cap` and `daily_cap`, which are whole numbers of credits */
export function demandCaps(caps: KeyCaps): void {
  demandNone(faultsOfCaps(caps));
}

/** @throws 400 about each of the faults */
export function demandNone(faults: readonly FormFault[]): void {
  if (faults.length > 0) throw invalidFields(faults);
}

const faultsOfCaps = ({ spendCap, dailyCap }: KeyCaps): FormFault[] => [
  ...faultsOfCap('spend_cap', 'spend cap', spendCap),
  ...faultsOfCap('daily_cap', 'daily cap', dailyCap),
];

function faultsOfCap(field: string, words: string, credits: number | null | undefined): FormFault[] {
  if (credits === undefined || credits === null) return [];
  if (Number.isInteger(credits) && credits >= 0 && credits <= MAX_CAP) return [];
  return [{ field, message: `Enter a ${words} as a whole number from 0 to 1,000,000` }];
}
