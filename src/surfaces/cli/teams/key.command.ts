import { type Command, InvalidArgumentError } from 'commander';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import type { KeyCaps, NewApiKey } from '#access/api-keys/key.rules.js';
import { cidrFrom } from '#access/api-keys/address.list.js';
import { type Scope, SCOPES } from '#access/policy/key.scopes.js';
import { addRevoke, addTeamList, parse, print } from '../command-line.js';

const actions = () => import('./key.actions.js');

const MAX_OVERLAP_HOURS = 24 * 7;

/** Registers `key create`, `key list`, `key show`, `key rotate`, `key set-cap` and `key revoke`. */
export function registerKey(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create a key and print it; it is not shown again')
    .requiredOption('--team <team>', 'id of the team', parse.id)
    .requiredOption('--name <name>', 'name of the key', parse.text)
    .option(
      '--spend-cap <credits>',
      'the maximum number of credits the key may ever spend; a key without a cap cannot spend',
      parse.credits,
    )
    .option(
      '--daily-cap <credits>',
      'the maximum number of credits of one day in UTC; needs a spend cap',
      parse.credits,
    )
    .option('--test', 'a key of test mode, which sees only the sandbox and needs no paid plan')
    .option('--scopes <scopes>', `the scopes of the key, separated by commas: ${SCOPES.join(', ')}`, scopes)
    .option('--allow <cidr>', 'an address or range from which the key may be used; can be repeated', cidrs, [])
    .option('--expires-at <time>', 'time when the key expires (ISO 8601)', parse.futureTime)
    .action(async ({ team, allow, ...wanted }: NewApiKey & { team: string; allow: string[] }, command: Command) => {
      const { createKey } = await actions();
      const created = await createKey(team, { ...wanted, allowedCidrs: allow });
      print(command, created, [created.key]);
    });
  const listed = { items: 'keys', description: "list a team's keys, newest first", line: keyLine };
  addTeamList(key, listed, async (team) => (await actions()).listKeys(team));
  key
    .command('rotate')
    .description('replace a key with a new one of the same name and spend cap, and print the new key')
    .argument('<key>', 'id of the key', parse.id)
    .option('--overlap <hours>', 'how long the old key still works, such as 24h or 7d', hours, 24)
    .action(async (id: string, { overlap }: { overlap: number }, command: Command) => {
      const { rotateKey } = await actions();
      const rotated = await rotateKey(id, overlap);
      process.stderr.write(`The old key works until ${rotated.old_expires_at.toISOString()}.\n`);
      print(command, { ...rotated, old_id: id }, [rotated.key]);
    });
  registerShowAndCaps(key);
  const revoked = { item: 'key', description: 'revoke a key at once', done: 'revoked' };
  addRevoke(key, revoked, async (id) => (await actions()).revokeKey(id));
}

function registerShowAndCaps(key: Command): void {
  key
    .command('show')
    .description('show a key: its scopes, caps and use')
    .argument('<key>', 'id of the key', parse.id)
    .action(async (id: string, _options: object, command: Command) => {
      const shown = await (await actions()).showKey(id);
      print(
        command,
        shown,
        Object.entries(shown).map(([name, value]) => `${name}: ${textOf(value)}`),
      );
    });
  key
    .command('set-cap')
    .description('set the caps of a key; a cap that is left out is kept')
    .argument('<key>', 'id of the key', parse.id)
    .option('--spend-cap <credits>', 'the maximum number of credits the key may ever spend', parse.credits)
    .option('--daily-cap <credits>', 'the maximum number of credits of one day in UTC, or none', dailyCap)
    .action(async (id: string, asked: AskedCaps, command: Command) => {
      const caps: KeyCaps = { ...asked, dailyCap: asked.dailyCap === NO_CAP ? null : asked.dailyCap };
      if (caps.spendCap === undefined && caps.dailyCap === undefined) {
        command.error('error: --spend-cap or --daily-cap must be used');
      }
      const { setKeyCaps, showKey } = await actions();
      await setKeyCaps(id, caps);
      const shown = await showKey(id);
      print(command, shown, [keyLine(shown)]);
    });
}

function textOf(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const NO_CAP = 'none';

interface AskedCaps {
  spendCap?: number;
  dailyCap?: number | typeof NO_CAP;
}

const dailyCap = (value: string): number | typeof NO_CAP => (value === NO_CAP ? NO_CAP : parse.credits(value));

function scopes(value: string): Scope[] {
  const named = value.split(',').map((each) => each.trim());
  const chosen = SCOPES.filter((scope) => named.includes(scope));
  if (chosen.length === 0 || chosen.length !== new Set(named).size) {
    throw new InvalidArgumentError(`It must be a list of: ${SCOPES.join(', ')}.`);
  }
  return chosen;
}

function cidrs(value: string, before: string[]): string[] {
  const cidr = cidrFrom(value);
  if (cidr === null) throw new InvalidArgumentError('It must be an IP address or a range such as 203.0.113.0/24.');
  return [...before, cidr];
}

/** `24`, `24h` or `7d`. */
function hours(value: string): number {
  const [, count, unit] = /^(\d{1,3})([hd]?)$/.exec(value) ?? [];
  const total = Number(count) * (unit === 'd' ? 24 : 1);
  if (count === undefined || total > MAX_OVERLAP_HOURS) {
    throw new InvalidArgumentError('It must be hours or days up to 7d, such as 24h.');
  }
  return total;
}

function keyLine(key: ListedKey): string {
  const spend = key.spend_cap === null ? 'cannot spend' : `spent ${key.spend_used ?? 0} of ${key.spend_cap}`;
  return `${key.id}  …${key.hint}  ${key.status}, ${spend}  ${key.name}${key.livemode ? '' : ' (test)'}`;
}
