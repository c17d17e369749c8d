import { API_VERSION } from '#config/version.js';
import { dataSchemaOf, type TeamEventType, teamEventTypes } from './team-event.definition.js';
import type { EventTypeView, EventView } from './team-events.operations.js';

/** An example of a whole event, by default of live mode. */
export const exampleEventOf = ({ type, example }: TeamEventType, livemode = true): EventView => ({
  id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
  type,
  timestamp: '2026-11-22T08:30:00.000Z',
  sequence: 42,
  livemode,
  api_version: API_VERSION,
  data: example as Record<string, unknown>,
});

/** The body of a test: the example of a type, with its own id and without a sequence. @throws for an unknown type. */
export function bodyOfTest(type: string, { id, at, livemode }: { id: string; at: Date; livemode: boolean }): string {
  const definition = teamEventTypes().find((each) => each.type === type);
  if (!definition) throw new Error(`There is no event type "${type}".`);
  return JSON.stringify({ ...exampleEventOf(definition, livemode), id, timestamp: at.toISOString(), sequence: 0 });
}

/** Every type with its schema and an example. */
export const listEventTypes = (): EventTypeView[] =>
  teamEventTypes().map((definition) => ({
    type: definition.type,
    description: definition.description,
    schema: dataSchemaOf(definition),
    example: { ...exampleEventOf(definition) },
  }));
