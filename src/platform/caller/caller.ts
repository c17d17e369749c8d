import type { PlanTier } from '#config/env.js';

/** The kind of a caller. `session` is a person in the web app; it reaches the services, never the REST routes. */
export type Lane = 'anonymous' | 'key' | 'oauth' | 'session';

export const SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'paused', 'none'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * The budget of a credential: a limit over its lifetime, a limit in any 30 days, or the whole balance of the team (a
 * person in the app).
 */
export type SpendBudget = { kind: 'lifetime' | 'rolling'; id: string; limit: number } | { kind: 'team' };

export interface CallerTeam {
  id: string;
  name: string;
  tier: PlanTier;
  status: SubscriptionStatus;
  /** An operator has closed the team. */
  isSuspended?: boolean;
}

/** The roles of people in a team, the highest first. */
export const MEMBER_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A caller without a valid credential. */
export interface AnonymousCaller {
  lane: 'anonymous';
  clientIp: string;
  /** A credential was presented that is not valid: refused everywhere, after the rate limit. */
  hasInvalidCredential?: true;
}

/** A team, through one of its credentials. `budget` is null if the credential may not spend. */
export interface TeamCaller {
  lane: 'key' | 'oauth' | 'session';
  clientIp: string;
  credentialId: string;
  /** The name of the key or the assistant, or the email address of the person. */
  credentialName?: string;
  /** The last characters of a key. */
  credentialHint?: string;
  team: CallerTeam;
  /** The person of a session or a connection. A key has none. */
  userId?: string;
  /** The current role of the person. A key has no role. */
  role?: MemberRole;
  /** The scopes of a key. People and their connections have no scopes. */
  scopes?: readonly string[];
  /** The id that all rotations of a key share. Rate limits and the keys of idempotency count by it. */
  familyId?: string;
  /** The key is valid, but not from this address. */
  isRefusedAddress?: boolean;
  budget: SpendBudget | null;
  /** The person of a connection wants to be asked before each purchase. */
  asksBeforeSpending?: true;
  /** A person who has not confirmed their email address and therefore may not spend. */
  isUnverified?: true;
}

/** Whether a caller may read paid content. A key needs the scope. */
export const mayReadTeam = ({ scopes }: TeamCaller): boolean => scopes === undefined || scopes.includes('read');

/** The caller of an operation, as features see it. */
export type Caller = AnonymousCaller | TeamCaller;

/** Who can make a change: a key, an assistant's connection, a person in the app, an operator, the service itself. */
export const ACTOR_KINDS = ['key', 'oauth', 'session', 'operator', 'system'] as const;

/** The author of a change, stored with the change. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number];
  id: string | null;
  requestId: string | null;
}

/** The actor of changes that the service makes by itself. */
export const SYSTEM: Actor = { kind: 'system', id: null, requestId: null };

/** The identity by which rate limits and idempotency keys count: a rotated key continues for the old one. */
export const subjectOf = ({ familyId, credentialId }: TeamCaller): string => familyId ?? credentialId;
