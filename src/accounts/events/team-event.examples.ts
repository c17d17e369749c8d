import { dataSchemaOf, type TeamEventType, teamEventTypes } from './team-event.definition.js';
import type { EventTypeView, EventView } from './team-events.operations.js';

/** An example of a whole event. */
export const exampleEventOf = ({ type, example }: TeamEventType): EventView => ({
  id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
  type,
  timestamp: '2026-11-22T08:30:00.000Z',
  sequence: 42,
  livemode: true,
  api_version: '2026-11-22',
  data: example as Record<string, unknown>,
});

/** Every type with its schema and an example. */
export const listEventTypes = (): EventTypeView[] =>
  teamEventTypes().map((definition) => ({
    type: definition.type,
    description: definition.description,
    schema: dataSchemaOf(definition),
    example: { ...exampleEventOf(definition) },
  }));
