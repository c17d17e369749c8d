import type { z } from 'zod';

/** One kind of event. Code that appends or handles the event refers to its definition. */
export interface EventDefinition<Payload = unknown> {
  /** The name of the event, such as `reviews.imported`. */
  name: string;
  /** Increased if older handlers can no longer read the payload. */
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

/** Defines an event. Each feature defines its events in its `x.events.ts`. */
export function defineEvent<Payload>(definition: EventDefinition<Payload>): EventDefinition<Payload> {
  if (catalogue.has(definition.name)) throw new Error(`The event "${definition.name}" is defined twice.`);
  catalogue.set(definition.name, definition);
  return definition;
}

/** Every event that the loaded features define. */
export function definedEvents(): EventDefinition[] {
  return [...catalogue.values()];
}
