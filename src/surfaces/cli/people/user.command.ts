import type { Command } from 'commander';
import { parse, print, readPassword } from '../command-line.js';
import type { ListedPerson } from './user.actions.js';

const actions = () => import('./user.actions.js');

/** Registers `user list|create|set-password|reset-password|verify|reset-two-factor|disable|enable` and `user sessions end`. */
export function registerUser(program: Command): void {
  const user = program.command('user').description('people and their accounts');
  const list = user.command('list').description('list people, the newest account first');
  list.option('--team <team>', 'only the people of this team', parse.id);
  list.action(async ({ team }: { team?: string }) => {
    const { listPeople } = await actions();
    const users = await listPeople(team ?? null);
    print(list, { users }, users.map(personLine));
  });
  const create = withEmail(user, 'create', 'create a person without a team, whose address counts as confirmed');
  create.requiredOption('--password <password>', 'the password, or - for standard input', parse.password);
  create.action(async (email: string, { password }: { password: string }) => {
    const given = await readPassword(create, password);
    await (await actions()).createUser(email, given);
    print(create, { email, created: true }, ['Created. An owner can invite this person to a team.']);
  });
  const setPassword = withEmail(
    user,
    'set-password',
    "set a person's password, and end their sessions and connections",
  );
  setPassword.requiredOption('--password <password>', 'the new password, or - for standard input', parse.password);
  setPassword.action(async (email: string, { password }: { password: string }) => {
    const given = await readPassword(setPassword, password);
    const { setUserPassword } = await actions();
    const ended = await setUserPassword(email, given);
    print(setPassword, { email, ...ended }, [
      `Password set, ${ended.sessions_ended} sessions and ${ended.connections_ended} connections ended.`,
    ]);
  });
  registerRecovery(user);
  const disable = withEmail(
    user,
    'disable',
    "refuse a person's logins, and end their sessions and connections at once",
  );
  disable.action(async (email: string) => {
    const { disableUser } = await actions();
    const ended = await disableUser(email);
    const line = `Disabled: ${ended.sessions_ended} sessions and ${ended.connections_ended} connections ended.`;
    print(disable, { email, disabled: true, ...ended }, [line, 'The API keys of their teams still work.']);
  });
  const enable = withEmail(user, 'enable', 'let a disabled person log in again');
  enable.action(async (email: string) => {
    await (await actions()).enableUser(email);
    print(enable, { email, disabled: false }, ['Enabled.']);
  });
  const sessions = user.command('sessions').description("a person's sessions in browsers");
  const end = withEmail(sessions, 'end', "end all of a person's sessions at once");
  end.action(async (email: string) => {
    const ended = await (await actions()).endUserSessions(email);
    print(end, { email, ...ended }, [`${ended.sessions_ended} sessions ended.`]);
  });
}

/** Commands for people who cannot log in. */
function registerRecovery(user: Command): void {
  const reset = withEmail(user, 'reset-password', 'mail a person the link for a new password');
  reset.action(async (email: string) => {
    await (await actions()).mailPasswordLink(email);
    print(reset, { email, mailed: true }, ['Mailed. "mail list" shows the mail.']);
  });
  const verify = withEmail(user, 'verify', "mark a person's email address as confirmed");
  verify.action(async (email: string) => {
    await (await actions()).verifyUser(email);
    print(verify, { email, verified: true }, ['The address is marked as confirmed.']);
  });
  const factor = withEmail(user, 'reset-two-factor', "turn a person's second factor off, and notify them by mail");
  factor.action(async (email: string) => {
    await (await actions()).resetTwoFactor(email);
    print(factor, { email, reset: true }, ['Two-factor authentication is off.']);
  });
}

const withEmail = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).argument('<email>', 'email address of the person');

function personLine({ id, email, disabled_at, teams }: ListedPerson): string {
  const memberships = teams.map(({ name, role }) => `${role} of ${name}`).join(', ') || 'in no team';
  return `${id}  ${email}  ${disabled_at ? 'disabled, ' : ''}${memberships}`;
}
