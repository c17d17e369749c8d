import type { ApplicationError } from '#platform/errors/application-error.js';
import type { MemberRole } from '#accounts/teams/teams.service.js';
import type { CallerTeam } from '#platform/caller/caller.js';

/** A person, as pages see them. */
export interface Person {
  id: string;
  email: string;
  /** Whether the person has confirmed the address. */
  isVerified: boolean;
}

/** A team with the role of a person in it. */
export type MemberTeam = CallerTeam & { role: MemberRole };

/** A team the person belongs to. */
export type OwnTeam = MemberTeam & {
  requiresTwoFactor: boolean;
  /** Whether the team requires a second factor that the person does not have. */
  isLocked: boolean;
};

/** The person of a session, with their teams in order of name. */
export interface SignedIn {
  user: Person;
  teams: OwnTeam[];
  /** Whether the person signed in, or gave another proof, a short time ago. */
  isProved: boolean;
}

/**
 * The outcome of a sign-in attempt. `refused` does not reveal whether the account exists. `code-required`: the password
 * is right, and `completeSignIn` needs a code of the second factor.
 */
export type SignInOutcome =
  | { kind: 'signed-in'; user: Pick<Person, 'id' | 'email'> }
  | { kind: 'code-required' }
  | { kind: 'refused' }
  | { kind: 'throttled'; failure: ApplicationError };
