import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Impact } from '#analysis/analysis.types.js';
import type { AnalysisMetadata, Theme } from './pain-points.operations.js';

/** One theme of a finished report, with what it is filed under: the two fields that no API answer shows. */
export type StoredTheme = Theme & { category_id: string; impact_level: Impact['level'] };

/** A finished report; it never changes. */
@Entity('reports')
export class Report {
  /** Also the id of the run that made it. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  productId!: string;

  @Column('text')
  engine!: string;

  @Column('text')
  summary!: string;

  // json keeps the order of the fields, which is the order of the API's answers.
  @Column('json')
  themes!: StoredTheme[];

  @Column('integer')
  totalThemes!: number;

  @Column('json')
  metadata!: AnalysisMetadata;

  @Column('timestamptz', { default: () => 'now()' })
  generatedAt!: Date;
}
