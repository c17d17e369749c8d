import type { z } from 'zod';

/** One kind of event. Whoever appends or handles it refers to this. */
export interface EventDefinition<Payload = unknown> {
  /** What happened, such as `reviews.imported`. */
  name: string;
  /** Raised when a handler of before could not read the payload any more. */
  version: number;
  payload: z.ZodType<Payload>;
  /** Whether each event belongs to one team. */
  belongsToTeam: boolean;
}

/** An event as a handler receives it. */
export interface ReceivedEvent<Payload> {
  id: string;
  payload: Payload;
  teamId: string | null;
  occurredAt: Date;
}

const catalogue = new Map<string, EventDefinition>();

/** Declares an event. A feature does so once, in its `x.events.ts`. */
export function defineEvent<Payload>(definition: EventDefinition<Payload>): EventDefinition<Payload> {
  if (catalogue.has(definition.name)) throw new Error(`The event "${definition.name}" is defined twice.`);
  catalogue.set(definition.name, definition);
  return definition;
}

/** Every event that the loaded features declare. */
export function definedEvents(): EventDefinition[] {
  return [...catalogue.values()];
}
