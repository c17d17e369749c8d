import { ContextVariable } from '#platform/context/context.variable.js';
import type { Actor, TeamCaller } from './caller.js';

/** An actor with a name that people recognize: an email address, the name of a key or of an assistant. */
export interface NamedActor extends Pick<Actor, 'kind' | 'id'> {
  name: string | null;
}

/** A caller as the author of changes. */
export const callerActor = ({ lane: kind, credentialId: id, credentialName }: TeamCaller): NamedActor => ({
  ...{ kind, id, name: credentialName ?? null },
});

/** The origin of a change. */
export interface Origin {
  requestId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Null until the caller of the request is known. */
  actor: NamedActor | null;
  /** The ids of the purchases of the request so far. */
  purchases?: string[];
}

/** The operator at the command line. */
export const COMMAND_LINE: Origin = {
  requestId: null,
  ip: null,
  userAgent: null,
  actor: { kind: 'operator', id: null, name: null },
};

const origins = new ContextVariable<Origin>();

/** Runs `work`; every change that it makes, now or later, has this origin. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** The origin of the request or command in progress; undefined in a background job and in a read of the API. */
export const currentOrigin = (): Origin | undefined => origins.get();

/** Records a purchase of the request in progress. */
export function notePurchase(id: string): void {
  const origin = origins.get();
  if (origin) origin.purchases = [...(origin.purchases ?? []), id];
}

/** Sets the caller of the request in progress. */
export function identify(actor: NamedActor): void {
  const origin = origins.get();
  if (origin) origin.actor = actor;
}
