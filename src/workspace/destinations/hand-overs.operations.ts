import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { idPath, OptionalField, toStoredId, UUID_PATTERN } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { NEWS_STATUSES, type NewsStatus } from './destination.types.js';

const TAG = 'Destinations';
const path = idPath('The opportunity');

export class HandOverBody {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The HubSpot destination; by default the oldest one that is enabled',
  })
  @OptionalField()
  @Transform(({ value }: { value: unknown }) => toStoredId(value))
  @Matches(UUID_PATTERN, { message: '$property must be a UUID' })
  destination_id?: string;
}

export class HandOverView {
  @ApiProperty({ format: 'uuid', description: 'The id of the hand-over, which its deal and note have too' })
  id!: string;
  @ApiProperty({ format: 'uuid', description: 'The opportunity' }) opportunity_id!: string;
  @ApiProperty({ format: 'uuid', description: 'The destination' }) destination_id!: string;
  @ApiProperty({ description: 'The name of the destination', example: 'HubSpot' }) destination_name!: string;
  @ApiProperty({ enum: NEWS_STATUSES, description: 'The state of its delivery', example: 'succeeded' })
  status!: NewsStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed last, in words', example: null }) detail!:
    string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The deal in HubSpot; null until it is made',
    example: null,
  })
  record_url!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When everything was there; null until then',
  })
  handed_over_at!: string | null;
}

export const handOverOpportunity = defineOperation({
  id: 'hand_over_opportunity',
  tag: TAG,
  summary: 'Hands an opportunity over to HubSpot',
  description:
    'Makes a deal with a note of the words, the problems and the latest pitch, and the company by its domain. The contact follows only if your team ' +
    'has unlocked the email address. Nothing is made twice: asking again changes nothing, or goes on after a failure.',
  writes: true,
  isConfidential: true,
  input: { path, body: HandOverBody },
  output: { type: HandOverView },
  failures: [403, 404],
});

export const listHandOvers = defineOperation({
  id: 'list_hand_overs',
  tag: TAG,
  summary: 'Lists where an opportunity was handed over',
  description: 'The newest hand-over comes first.',
  isConfidential: true,
  input: { path },
  output: { type: HandOverView, isArray: true },
  failures: [404],
});
