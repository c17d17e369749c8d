import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { API_VERSION } from '#config/version.js';
import { idPath } from '#platform/operations/fields.js';
import { AnyKnownOf } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { TEAM_EVENT_TYPES } from './team-event.definition.js';

const EXAMPLE = { subscription: 'see GET /event-types' };

export class EventsQuery extends CursorQuery {
  @AnyKnownOf(TEAM_EVENT_TYPES, 'Only events of this type; see `GET /event-types`') type?: string[];
}

export class EventView {
  @ApiProperty({ format: 'uuid', description: 'The id of the event; the same as `webhook-id`' }) id!: string;
  @ApiProperty({
    description: 'The type, see `GET /event-types`. A type may be added at any time',
    example: 'key.created',
  })
  type!: string;
  @ApiProperty({ format: 'date-time', description: 'When the fact happened' }) timestamp!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the events of your team without gaps', example: 1 })
  sequence!: number;
  @ApiProperty({ description: 'False for an event of test mode', example: true }) livemode!: boolean;
  @ApiProperty({ format: 'date', description: 'The version of the API', example: API_VERSION }) api_version!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The facts of the event. Their schema follows from the type',
    example: EXAMPLE,
  })
  data!: Record<string, unknown>;
}

export class EventTypeView {
  @ApiProperty({ description: 'The name', example: 'key.created' }) type!: string;
  @ApiProperty({ description: 'When it happens, and which teams receive it', example: 'An API key was created' })
  description!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The JSON Schema (2020-12) of the `data` of an event of this type, not of the whole event',
    example: { type: 'object' },
  })
  schema!: Record<string, unknown>;
  // Linters treat a value with `example` as a schema, so the reference leaves it out of its examples.
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'An example of the whole event. Its `data` matches `schema`',
    examples: [undefined],
  })
  example!: Record<string, unknown>;
}

export const getEvents = defineOperation({
  id: 'list_events',
  tag: 'Events',
  summary: "Lists your team's events",
  description:
    'The oldest event comes first. `cursor=now` begins after the newest event. Keep `next_cursor` at the end and poll ' +
    'again later: an answer never skips an event below the `sequence` that you have read.',
  hasFields: true,
  input: { query: EventsQuery },
  output: { type: EventView, isArray: true, paginated: 'cursor' },
  failures: [400],
});

export const getEvent = defineOperation({
  id: 'get_event',
  tag: 'Events',
  summary: 'Gets an event',
  description: 'The plan sets how many days events are kept.',
  hasFields: true,
  input: { path: idPath('The event') },
  output: { type: EventView },
  failures: [404],
});

export const getEventTypes = defineOperation({
  id: 'list_event_types',
  tag: 'Events',
  summary: 'Lists the types of events',
  description: 'Types and fields may be added at any time. Ignore those that you do not know.',
  input: {},
  output: { type: EventTypeView, isArray: true },
});
