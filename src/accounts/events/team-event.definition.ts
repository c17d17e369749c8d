import { z } from 'zod';
import { ACTOR_KINDS } from '#platform/caller/caller.js';
import { currentOrigin, type NamedActor } from '#platform/caller/origin.js';

/** One type of event that a team reads. Its name states the fact, in the past tense. */
export interface TeamEventType<Data extends object = object> {
  type: string;
  /** When it happens, and who receives it. */
  description: string;
  data: z.ZodType<Data>;
  example: Data;
  /** Whether it is only sent to endpoints, and never in the feed. */
  isUnlisted?: true;
}

const CATALOGUE = new Map<string, TeamEventType>();

/** The names of all types, in alphabetical order once the features are loaded. */
export const TEAM_EVENT_TYPES: string[] = [];

/** The names of the types that the feed may have, in alphabetical order. */
export const LISTED_TYPES: string[] = [];

/** The types that an endpoint may receive: one type, or `*` for all. */
export const SUBSCRIBABLE_TYPES: string[] = ['*'];

/** Defines a type of event. Each feature defines its types in its `x.events.ts`. */
export function defineTeamEvent<Data extends object>(definition: TeamEventType<Data>): TeamEventType<Data> {
  if (CATALOGUE.has(definition.type)) throw new Error(`The event type "${definition.type}" is defined twice.`);
  CATALOGUE.set(definition.type, definition);
  const lists = [TEAM_EVENT_TYPES, SUBSCRIBABLE_TYPES, ...(definition.isUnlisted ? [] : [LISTED_TYPES])];
  for (const list of lists) {
    list.push(definition.type);
    list.sort();
  }
  return definition;
}

/** Every type that the loaded features define, in alphabetical order. */
export const teamEventTypes = (): TeamEventType[] => TEAM_EVENT_TYPES.flatMap((type) => CATALOGUE.get(type) ?? []);

/** The JSON Schema of the data of a type. */
export const dataSchemaOf = ({ data }: TeamEventType): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(data);
  return schema;
};

export const actorSchema = z.object({
  kind: z.enum(ACTOR_KINDS).describe('Through which credential'),
  id: z.string().nullable().describe('The id of the key, connection or person'),
  name: z.string().nullable().describe('The name of the key or the email address of the person, if known'),
});

/** The sender of the request or command in progress; the service itself in a background job. */
export const currentActor = (): NamedActor => currentOrigin()?.actor ?? { kind: 'system', id: null, name: null };

export const EXAMPLE_ACTOR: NamedActor = {
  kind: 'session',
  id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
  name: 'ada@acme.example',
};
