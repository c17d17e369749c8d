import type { MemberRole } from '#accounts/teams/teams.service.js';
import type { CallerTeam } from '#platform/caller/caller.js';

/** A person, as far as pages may know. */
export interface Person {
  id: string;
  email: string;
}

/** A team the person belongs to. */
export type OwnTeam = CallerTeam & { role: MemberRole };

/** Whoever a request's session cookie stands for, with their teams by name. */
export interface SignedIn {
  user: Person;
  teams: OwnTeam[];
}

/** What an attempt to sign in came to. `refused` never says whether the account exists. */
export type SignInOutcome =
  { kind: 'signed-in'; user: Person } | { kind: 'refused' } | { kind: 'throttled'; retryAfterSeconds: number };
