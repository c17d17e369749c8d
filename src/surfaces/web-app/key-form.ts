import { textFaultOf } from '#platform/operations/text.js';
import { invalidField } from '#platform/errors/application-error.js';

const LONGEST_NAME = 100;
const LARGEST_CAP = 1_000_000;

/** @throws 400 about `name` */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > LONGEST_NAME || textFaultOf(name)) {
    throw invalidField('name', `Enter a name of 1 to ${LONGEST_NAME} characters`);
  }
  return name;
}

/** @throws 400 about `spend_cap` */
export function parseSpendCap(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > LARGEST_CAP) {
    throw invalidField('spend_cap', 'Enter a spend cap as a whole number from 0 to 1,000,000');
  }
  return Number(text);
}

/** A key works until the end of its last day, in UTC. @throws 400 about `expires_on` */
export function parseLastDay(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  // JavaScript turns a date that does not exist, such as 31 February, into another date.
  if (Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== day || end <= new Date()) {
    throw invalidField('expires_on', 'Enter a last day that is not in the past');
  }
  return end;
}
