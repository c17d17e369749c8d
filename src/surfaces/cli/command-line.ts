import { parsedUrl } from '#platform/text/parsed.url.js';
import { type Command, InvalidArgumentError } from 'commander';
import { typedKeyOf } from '#market/writers/person.keys.js';
import { PLAN_TIERS, type PlanTier } from '#config/env.js';
import { isAllowedPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#accounts/teams/password.rule.js';
import { isDateTime, readTime } from '#platform/operations/time.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';

/** A failure that is printed as one line. The process exits with 1. */
export class CommandFailure extends Error {}

/** Wrong arguments that only the command recognizes, printed as one line. The process exits with 2. */
export class WrongCall extends CommandFailure {}

/** Prints a result: with `--json` as one JSON object, otherwise as readable lines. */
export function print(command: Command, result: object, lines: readonly string[]): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Adds `list --team`, which prints the items of a team, a line for each. */
export function addTeamList<Item>(
  parent: Command,
  { items, description, line }: { items: string; description: string; line: (item: Item) => string },
  find: (team: string) => Promise<Item[]>,
): void {
  const list = parent.command('list').description(description);
  list.requiredOption('--team <team>', 'id of the team', parse.id).action(async ({ team }: { team: string }) => {
    const found = await find(team);
    print(list, { [items]: found }, found.map(line));
  });
}

/** A command about the person with an address. */
export const withAddress = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).argument('<address>', 'email address or profile URL', parse.address);

/** Adds `revoke`, which ends one item by its id and prints `done`. */
export function addRevoke(
  parent: Command,
  { item, description, done }: { item: string; description: string; done: string },
  end: (id: string) => Promise<void>,
): void {
  const revoke = parent.command('revoke').description(description);
  revoke.argument(`<${item}>`, `id of the ${item}`, parse.id).action(async (id: string) => {
    await end(id);
    print(revoke, { id, revoked: true }, [done]);
  });
}

const STANDARD_INPUT = '-';

/** The given password, or the first line of standard input for `-`. A password that is too short exits with 2. */
export async function readPassword(command: Command, given: string): Promise<string> {
  if (given !== STANDARD_INPUT) return given;
  const { text } = await import('node:stream/consumers');
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/);
  if (!isAllowedPassword(password)) command.error(`error: the password on standard input is invalid. ${PASSWORD_RULE}`);
  return password;
}

const PASSWORD_RULE = `It must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;

function timeOf(value: string): Date {
  const time = String(readTime(value));
  if (!isDateTime(time)) throw new InvalidArgumentError('It must be an ISO 8601 date or date-time.');
  return new Date(time);
}

/** A parser of whole numbers in a range. */
function wholeNumber(least = 0, most = 999_999_999): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Argument parsers. An invalid value makes the process exit with 2. */
export const parse = {
  id: (value: string): string => {
    if (!UUID_PATTERN.test(value)) throw new InvalidArgumentError('It must be a UUID.');
    return value;
  },
  address: (value: string): string => {
    if (!typedKeyOf(value))
      throw new InvalidArgumentError('It must be an email address or the address of a profile page.');
    return value;
  },
  wholeNumber,
  credits: wholeNumber(),
  plan: (value: string): PlanTier => {
    const plan = PLAN_TIERS.find((tier) => tier === value);
    if (!plan) throw new InvalidArgumentError(`It must be one of: ${PLAN_TIERS.join(', ')}.`);
    return plan;
  },
  time: timeOf,
  futureTime: (value: string): Date => {
    const time = timeOf(value);
    if (time <= new Date()) throw new InvalidArgumentError('It must be in the future.');
    return time;
  },
  password: (value: string): string => {
    if (value !== STANDARD_INPUT && !isAllowedPassword(value)) throw new InvalidArgumentError(PASSWORD_RULE);
    return value;
  },
  url: (value: string): string => {
    if (parsedUrl(value) === null || !/^https?:/i.test(value))
      throw new InvalidArgumentError('It must be a web address.');
    return value;
  },
  text: (value: string): string => {
    const text = value.trim();
    if (text === '' || text.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
    if (/\p{Cc}/u.test(text)) throw new InvalidArgumentError('It must be one line without control characters.');
    return text;
  },
};
