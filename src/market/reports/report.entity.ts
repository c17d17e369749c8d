import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AnalysisMetadata } from './analysis-metadata.dto.js';
import type { StoredTheme } from './stored.themes.js';
import type { StoredSwitching } from './switching.composer.js';

/** A finished report. Only an erasure, the undo of an import or a merge of its product changes it. */
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
