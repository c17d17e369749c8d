import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LISTED_TYPES } from '#accounts/events/team-event.definition.js';
import { OneOf } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';

const RESOURCES = ['product', 'opportunity'] as const;

export class FixtureView {
  @ApiProperty({ format: 'uuid', description: 'The magic id', example: '7e570000-0000-4000-8000-000000000103' })
  id!: string;

  @ApiProperty({ enum: RESOURCES, description: 'The kind of object with the id' })
  resource!: (typeof RESOURCES)[number];

  @ApiProperty({ description: 'The operation on which the id has an effect', example: 'generate_report' })
  operation!: string;

  @ApiProperty({ description: 'The effect, in any state', example: 'the generation fails and is refunded' })
  effect!: string;
}

export class TestReset {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The balance after the reset', example: 1000 })
  credits_balance!: number;
}

export class TestEventBody {
  @ApiProperty({
    description: 'A type of `GET /event-types`, except `webhook.test`, which is never in the feed',
    example: 'report.completed',
  })
  @IsString({ message: '$property must be text' })
  @OneOf(LISTED_TYPES)
  type!: string;
}

export class TestEvent {
  @ApiProperty({ format: 'uuid', description: 'The id of the event' }) id!: string;
  @ApiProperty({ description: 'The type of the event', example: 'report.completed' }) type!: string;
}

export const listFixtures = defineOperation({
  id: 'list_test_fixtures',
  tag: 'Test mode',
  summary: 'Lists the magic ids of test mode',
  description:
    'With a test key, these ids force an outcome, so that you can try each of them. Other ids behave as live.',
  lanes: ['anonymous', 'key'],
  input: {},
  output: { type: FixtureView, isArray: true },
});

export const resetTestMode = defineOperation({
  id: 'reset_test_mode',
  tag: 'Test mode',
  summary: 'Resets test mode to its initial state',
  description:
    'Reports, triage, unlocks, pitches, followed products, events, spent caps and the balance of your team in test mode. ' +
    'Keys and webhook endpoints stay. Needs a test key; ten times an hour.',
  lanes: ['key'],
  writes: true,
  input: {},
  output: { type: TestReset },
  failures: [403],
});

export const createTestEvent = defineOperation({
  id: 'create_test_event',
  tag: 'Test mode',
  summary: 'Writes an example event into the feed of test mode',
  description:
    'It goes to your test endpoints too. Needs a test key; 60 times a minute. To send `webhook.test`, test an endpoint.',
  lanes: ['key'],
  writes: true,
  keepsAnswerWithin: true,
  input: { body: TestEventBody },
  output: { type: TestEvent },
  failures: [400, 403],
});
