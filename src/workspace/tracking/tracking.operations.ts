import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import { CONNECTORS } from '#market/sources/connectors/catalog.js';
import { FAILURE_KINDS, type FailureKind } from '#market/sources/source.failures.js';
import { idPath, MaxCharacters, NULLABLE_TEXT, NULLABLE_TIME, OptionalField } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';

const TAG = 'Sources';
const NAMES = CONNECTORS.map(({ name }) => name);
const KINDS = ['reviews', 'posts'] as const;
const STATES = ['active', 'paused', 'broken'] as const;
const CREDENTIALS = ['none', 'optional', 'required'] as const;
const MAX_MINUTES = 43_200;
const SETTINGS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The settings that the connector names, each as text',
  example: { repository: 'acme/boards', product: 'Acme Boards' },
} as const;

export class ConnectorSetting {
  @ApiProperty({ description: 'The name of the setting', example: 'repository' }) name!: string;
  @ApiProperty({ description: 'The name for people', example: 'Repository' }) label!: string;
  @ApiProperty({ description: 'What it is, in a sentence', example: 'Owner and name, or the address.' }) hint!: string;
  @ApiProperty({ description: 'A value', example: 'acme/boards' }) example!: string;
  @ApiProperty({ description: 'Whether a source needs it' }) is_required!: boolean;
}

export class SourceConnector {
  @ApiProperty({ enum: NAMES, description: 'The connector' }) name!: string;
  @ApiProperty({ description: 'The name for people', example: 'GitHub issues' }) title!: string;
  @ApiProperty({ enum: KINDS, description: 'What it fetches' }) kind!: (typeof KINDS)[number];
  @ApiProperty({ type: [ConnectorSetting], description: 'What it needs' }) settings!: ConnectorSetting[];
  @ApiProperty({ enum: CREDENTIALS, description: 'Whether the operator gives it a credential' })
  credential!: (typeof CREDENTIALS)[number];
  @ApiProperty({ description: 'Whether this service can use it now', example: true }) is_available!: boolean;
  @ApiProperty({ description: 'The usual seconds between two fetches', example: 3_600 })
  default_interval_seconds!: number;
  @ApiProperty({ description: 'What the terms of the service allow, in words' }) terms!: string;
  @ApiProperty({ format: 'uri', description: 'Where the terms are' }) terms_url!: string;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The licence of its texts', example: 'CC BY-SA' })
  attribution!: string | null;
  @ApiProperty({ description: 'Whether its writers may be contacted; otherwise unlocks answer `suppressed`, free' })
  is_contactable!: boolean;
  @ApiProperty({ description: 'Whether texts that are deleted there are erased here' }) finds_deletions!: boolean;
}

export class TrackedSource {
  @ApiProperty({ format: 'uuid', description: 'The source' }) id!: string;
  @ApiProperty({ enum: NAMES, description: 'Its connector' }) connector!: string;
  @ApiProperty({ description: 'The connector for people', example: 'GitHub issues' }) title!: string;
  @ApiProperty({ description: 'Its name for people', example: 'acme/boards' }) label!: string;
  @ApiProperty({ enum: KINDS, description: 'What it gives' }) kind!: (typeof KINDS)[number];
  @ApiProperty({ format: 'uri', description: 'The page of the source for people' }) page_url!: string;
  @ApiProperty(SETTINGS) settings!: Record<string, string>;
  @ApiProperty({ enum: STATES, description: '`broken`: it waits for the operator' }) state!: string;
  @ApiProperty({ description: 'The seconds between two fetches', example: 21_600 }) interval_seconds!: number;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it is fetched next' }) next_sync_at!: Date | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it was fetched last' }) last_synced_at!: Date | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it last had a new text' }) last_new_at!: Date | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'Texts after this time may be missing' }) has_gap_since!: Date | null;
  @ApiProperty({ ...NULLABLE_TEXT, enum: [...FAILURE_KINDS, null], description: 'Why it gives nothing' })
  failure_kind!: FailureKind | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The same in words' }) failure!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'Since when' }) failing_since!: Date | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'What to do about it' }) what_to_do!: string | null;
  @ApiProperty({ description: 'The texts that it gave', example: 120 }) texts!: number;
  @ApiProperty({ description: 'The items that could not be read', example: 0 }) rejects!: number;
  @ApiProperty({ type: [Number], description: 'New texts by day in UTC, 14 days up to today' }) new_by_day!: number[];
  @ApiProperty({ description: 'Its texts are a recording that came with the sample: nothing was fetched' })
  is_recording!: boolean;
}

export class SourceToPreview {
  @ApiProperty({ enum: NAMES, description: 'The connector', example: 'github' })
  @IsString({ message: 'connector must be text' })
  @MaxCharacters(50, { message: 'connector must be text of at most 50 characters' })
  connector!: string;

  @ApiProperty(SETTINGS)
  @IsObject({ message: 'settings must be an object' })
  settings!: Record<string, string>;
}

export class SourceToAdd extends SourceToPreview {
  @ApiPropertyOptional({
    ...{ type: 'integer', minimum: 1, maximum: MAX_MINUTES, example: 360 },
    description:
      'The minutes between two fetches; by default those of the connector, and never fewer than the plan allows',
  })
  @OptionalField()
  @IsInt({ message: 'interval_minutes must be a whole number' })
  @Min(1, { message: 'interval_minutes must be from 1 to 43200', context: { min: 1 } })
  @Max(MAX_MINUTES, { message: 'interval_minutes must be from 1 to 43200', context: { max: MAX_MINUTES } })
  interval_minutes?: number;
}

export class SourceAdded {
  @ApiProperty({ type: TrackedSource, description: 'The source' }) source!: TrackedSource;
  @ApiProperty({ description: 'Your team already had it' }) already_tracked!: boolean;
}

export class SourceRemoved {
  @ApiProperty({ description: 'False when your team did not have the source' }) removed!: boolean;
}

export class PreviewLine {
  @ApiProperty({ description: 'Its id at the source', example: 'github:issue:1000' }) external_id!: string;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The title of a review' }) title!: string | null;
  @ApiProperty({ description: 'The text' }) text!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'The stars of a review' }) rating!: number | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it was written' }) written_at!: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'Its address' }) url!: string | null;
}

export class PreviewReject {
  @ApiProperty({ description: 'The id of the item at the source' }) id!: string;
  @ApiProperty({ description: 'Why it cannot be read' }) reason!: string;
}

export class SourcePreviewResult {
  @ApiProperty({ description: 'The items of the first page', example: 100 }) read!: number;
  @ApiProperty({ type: [PreviewLine], description: 'At most 20 texts as they would be stored' }) lines!: PreviewLine[];
  @ApiProperty({ type: [PreviewReject], description: 'Items that would be left out' }) rejected!: PreviewReject[];
}

export class SourcePath extends idPath('The source') {}

export const listConnectors = defineOperation({
  id: 'list_source_connectors',
  tag: TAG,
  summary: 'Lists the kinds of sources',
  description: 'Each with what it needs, what its terms allow, and whether this service can use it.',
  isInEveryPlan: true,
  input: {},
  output: { type: SourceConnector, isArray: true },
});

export const listSources = defineOperation({
  id: 'list_sources',
  tag: TAG,
  summary: 'Lists the sources of your team',
  description: 'Those that need a person come first. A plan has at most 300.',
  isInEveryPlan: true,
  input: {},
  output: { type: TrackedSource, isArray: true },
});

export const getSource = defineOperation({
  id: 'get_source',
  tag: TAG,
  summary: 'Returns a source of your team',
  description: 'With its state, its last and its next fetch, why it gives nothing, and its new texts by day.',
  isInEveryPlan: true,
  input: { path: SourcePath },
  output: { type: TrackedSource },
  failures: [404],
});

export const addSource = defineOperation({
  id: 'add_source',
  tag: TAG,
  summary: 'Adds a source for your team',
  description:
    'Its first page is fetched before anything is kept. A source that your team has already is returned. Teams that name the same place share ' +
    'a source, which is fetched at the shortest of their intervals; its texts go to the product that was named first, and `settings` and `label` ' +
    'are those of your team. All teams see what was fetched in reports and opportunities.',
  writes: true,
  isInEveryPlan: true,
  needsConfirmedAddress: true,
  input: { body: SourceToAdd },
  output: { type: SourceAdded },
});

export const previewSource = defineOperation({
  id: 'preview_source',
  tag: TAG,
  summary: 'Previews a source',
  description: 'Fetches the first page and keeps nothing. At most ten times a minute for each team.',
  scope: 'write',
  isEphemeral: true,
  isInEveryPlan: true,
  needsConfirmedAddress: true,
  input: { body: SourceToPreview },
  output: { type: SourcePreviewResult },
});

export const removeSource = defineOperation({
  id: 'remove_source',
  tag: TAG,
  summary: 'Removes a source of your team',
  description: 'Its texts stay. It is still fetched for other teams that have it.',
  writes: true,
  isInEveryPlan: true,
  input: { path: SourcePath },
  output: { type: SourceRemoved },
});
