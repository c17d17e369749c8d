import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsString, Matches } from 'class-validator';
import { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { BooleanRule, idPath, MaxCharacters, OneOf, OptionalField, UUID_PATTERN } from '#platform/operations/fields.js';
import { defineOperation, definePaidOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { type Confidence, CONFIDENCES } from './pitch.topic.js';
import { FREE_REDRAFT_HOURS, PITCH_CHANNELS, type PitchChannel } from './pitch.types.js';

export const MAX_FEATURES_LENGTH = 2_000;
const PRICE = 1;

export class GeneratePitchBody extends DryRunBody {
  @ApiPropertyOptional({
    enum: PITCH_CHANNELS,
    isArray: true,
    default: ['email'],
    minItems: 1,
    description:
      'Email, message on a professional network, points for a call; only a public reply where terms forbid contact',
  })
  @OptionalField()
  @OneOf(PITCH_CHANNELS, { each: true })
  @ArrayNotEmpty({ message: 'channels must name at least one channel' })
  @IsArray({ message: 'channels must be an array' })
  channels: PitchChannel[] = ['email'];

  @ApiPropertyOptional({
    maxLength: MAX_FEATURES_LENGTH,
    example: 'Scheduled exports with retries. Alerts when an export fails.',
    description: 'The features of your product to mention, in your own words',
  })
  @OptionalField()
  @MaxCharacters(MAX_FEATURES_LENGTH, {
    message: `features must be at most ${MAX_FEATURES_LENGTH} characters`,
    context: { max: MAX_FEATURES_LENGTH },
  })
  @IsString({ message: 'features must be text' })
  features?: string;

  @ApiPropertyOptional({
    example: true,
    description: `Draft again: free once within ${FREE_REDRAFT_HOURS} hours of a paid pitch for the opportunity`,
  })
  @OptionalField()
  @BooleanRule()
  redraft?: boolean;
}

const DraftConfidence = (): PropertyDecorator =>
  ApiProperty({
    enum: CONFIDENCES,
    nullable: true,
    description:
      'high: a feature of yours fits the words of the person; medium: one may fit, or the question names what the person ' +
      'looks for; low: the draft only asks about the words; null for earlier pitches',
    example: 'medium',
  });

export class GeneratedPitch {
  @ApiProperty({ format: 'uuid', description: 'The id of the pitch' }) generation_id!: string;
  @ApiProperty({ description: 'The drafts, with a section for each channel' }) markdown!: string;
  @DraftConfidence() confidence!: Confidence | null;
  @ApiProperty({ description: 'The page that shows the pitch in the app' }) app_url!: string;
  @ApiProperty({ type: 'integer', description: "The team's balance", example: 99 }) credits_remaining!: number;
}

export class PitchesQuery extends PageQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only pitches of this opportunity' })
  @OptionalField()
  @Matches(UUID_PATTERN, { message: 'opportunity_id must be a UUID' })
  opportunity_id?: string;
}

export class SavedPitch {
  @ApiProperty({ format: 'uuid', description: 'The id of the pitch' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The id of the opportunity' }) opportunity_id!: string;

  @ApiProperty({ enum: PITCH_CHANNELS, isArray: true, description: 'The channels asked for' })
  channels!: PitchChannel[];

  @ApiProperty({ type: String, nullable: true, description: 'The features to mention, as requested; null without any' })
  features!: string | null;

  @ApiProperty({ description: 'The drafts, with a section for each channel' }) markdown!: string;
  @DraftConfidence() confidence!: Confidence | null;
  @ApiProperty({ description: 'The page that shows the pitch in the app' }) app_url!: string;
  @ApiProperty({ format: 'date-time', description: 'When the pitch was generated' }) created_at!: string;
}

export const generatePitch = definePaidOperation({
  id: 'generate_pitch',
  scope: 'spend:pitch',
  price: PRICE,
  tag: 'Pitches',
  summary: 'Drafts outreach based on the words of the person',
  description:
    'Waits for the drafts, typically 10-30 seconds, and saves them to the team’s history. ' +
    `Costs ${creditsInWords(PRICE)}, which is refunded when no draft can be generated. With \`redraft\`, one more draft for the same ` +
    `opportunity is free within ${FREE_REDRAFT_HOURS} hours, such as after you have filled in the sender profile; a further one costs as usual.`,
  input: { path: idPath('The opportunity'), body: GeneratePitchBody },
  output: { type: GeneratedPitch, dryRun: DryRun, nextStep: true },
});

export const listPitches = defineOperation({
  id: 'list_pitches',
  tag: 'Pitches',
  summary: 'The team’s pitch history, newest first',
  description: 'Every pitch that a member, a key or a connection of the team has generated.',
  hasFields: true,
  input: { query: PitchesQuery },
  output: { type: SavedPitch, isArray: true, paginated: true },
});

export const getPitch = defineOperation({
  id: 'get_pitch',
  tag: 'Pitches',
  summary: 'One pitch of the team',
  description: 'The drafts as they were generated, with the opportunity they answer.',
  hasFields: true,
  input: { path: idPath('The pitch') },
  output: { type: SavedPitch },
});
