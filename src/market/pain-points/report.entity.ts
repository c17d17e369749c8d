import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Impact } from '#analysis/analysis.types.js';
import type { AnalysisMetadata } from './pain-points.operations.js';
import type { StoredSwitching } from './switching.composer.js';
import type { Theme } from './theme.dto.js';

/**
 * One theme of a finished report, with three fields that the API does not return: category id, impact level and the key
 * of its meaning. The API returns the name of the category instead of its id.
 */
export type StoredTheme = Omit<Required<Theme>, 'category'> & {
  category_id: string;
  impact_level: Impact['level'];
  meaning_key: string;
};

/** A finished report. Only the erasure of a person changes it. */
@Entity('reports')
export class Report {
  /** Also the id of the run that generated it. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') productId!: string;
  @Column('text') engine!: string;
  @Column('text') summary!: string;

  // json and not jsonb: keeps the order of the fields, which is their order in the API.
  @Column('json') themes!: StoredTheme[];
  @Column('integer') totalThemes!: number;
  @Column('json') metadata!: AnalysisMetadata;

  /** False for reports that were made before mentions were stored. */
  @Column('boolean', { default: false }) hasMentions!: boolean;
  /** Null for reports that were made before switching was read. */
  @Column('jsonb', { nullable: true }) switching!: StoredSwitching[] | null;

  @Column('timestamptz', { default: () => 'now()' }) generatedAt!: Date;
}
