import type { INestApplicationContext } from '@nestjs/common';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { UserTokensService } from '#access/sign-in/user-tokens.service.js';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { type ListedPerson, MembersService } from '#accounts/teams/members.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import type { Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { PlatformModule } from '#platform/platform.module.js';
import { CommandFailure } from '../command-line.js';
import { coreModules, inContext } from '../command.context.js';

export type { ListedPerson };

const modules = (env: Env) => [PlatformModule.forRoot(env), TeamsModule, SignInModule, ConnectionsModule];

/** All people, or those of one team, the newest account first. */
export const listPeople = (teamId: string | null): Promise<ListedPerson[]> =>
  inContext(
    (env) => [...coreModules(env), TeamsModule],
    (context) => context.get(MembersService).list(teamId),
  );

/**
 * Creates a person without a team. @throws 400 for an invalid address or password, CommandFailure for an address in
 * use
 */
export const createUser = (email: string, password: string): Promise<void> =>
  inContext(modules, async (context) => {
    const isNew = await context.get(MembersService).signUp(email, password, null);
    if (!isNew) throw new CommandFailure('This email address is in use');
  });

/** The ended sessions and connections of a person. */
interface Ended {
  sessions_ended: number;
  connections_ended: number;
}

/** Sets a password, and ends the person's sessions and connections in one transaction. @throws 404, or 400 for an invalid password */
export const setUserPassword = (email: string, password: string): Promise<Ended> =>
  inContext(modules, (context) =>
    context.get(MembersService).setPassword(email, password, (id) => endAll(context, id)),
  );

/** Mails the link for a new password. @throws 404; 403 without an encryption key */
export const mailPasswordLink = (email: string): Promise<void> =>
  inContext(modules, (context) => context.get(PasswordResetService).mailTo(email));

/** Counts an address as confirmed. @throws 404 */
export const verifyUser = (email: string): Promise<void> =>
  inContext(modules, async (context) => {
    const id = await context.get(MembersService).idOf(email);
    await context.get(CredentialsService).verify({ id, email: email.trim() });
  });

/** Ends the second factor of a person who has lost it. @throws 404 */
export const resetTwoFactor = (email: string): Promise<void> =>
  inContext(modules, (context) => context.get(TwoFactorService).reset(email));

/** Disables an account and ends its sessions and connections in one transaction. @throws 404 */
export const disableUser = (email: string): Promise<Ended> =>
  inContext(modules, (context) =>
    context.get(Database).transaction(async () => {
      const id = await context.get(MembersService).setDisabled(email, true);
      return endAll(context, id);
    }),
  );

/** @throws 404 */
export const enableUser = (email: string): Promise<string> =>
  inContext(modules, (context) => context.get(MembersService).setDisabled(email, false));

/** @throws 404 */
export const endUserSessions = (email: string): Promise<{ sessions_ended: number }> =>
  inContext(modules, async (context) => {
    const id = await context.get(MembersService).idOf(email);
    return { sessions_ended: await context.get(SessionService).endAll(id) };
  });

/** Ends all logins and connections of a person. Call it in a transaction. */
async function endAll(context: INestApplicationContext, userId: string): Promise<Ended> {
  await context.get(UserTokensService).end(userId, ['change-email']);
  return {
    sessions_ended: await context.get(SessionService).endAll(userId),
    connections_ended: await context.get(ConnectionsService).endAllOf(userId),
  };
}
