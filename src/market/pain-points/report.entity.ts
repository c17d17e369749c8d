import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Impact } from '#analysis/analysis.types.js';
import type { AnalysisMetadata, Theme } from './pain-points.operations.js';

export type RunState = 'queued' | 'running' | 'completed' | 'failed';

/** One theme of a finished report, with what it is filed under: the two fields that no API answer shows. */
export type StoredTheme = Theme & { category_id: string; impact_level: Impact['level'] };

/** One generation run, and in the end the report it made; a finished one never changes. */
@Entity('reports')
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  /** Null for an operator's free run. */
  @Column('uuid', { name: 'purchase_id', nullable: true })
  purchaseId!: string | null;

  @Column('text', { name: 'idempotency_id', nullable: true })
  idempotencyId!: string | null;

  @Column('text', { default: 'queued' })
  state!: RunState;

  /** Percent. */
  @Column('integer', { default: 0 })
  progress!: number;

  @Column('integer', { name: 'reviews_total', nullable: true })
  reviewsTotal!: number | null;

  @Column('integer', { default: 0 })
  rings!: number;

  @Column('timestamptz', { name: 'rung_at', default: () => 'now()' })
  rungAt!: Date;

  /** Counts claims; the number of the latest claim is the worker's right to write. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt!: Date | null;

  @Column('timestamptz', { name: 'heartbeat_at', nullable: true })
  heartbeatAt!: Date | null;

  /** When a paid run is given up; a free one waits as long as it takes. */
  @Column('timestamptz', { name: 'deadline_at', nullable: true })
  deadlineAt!: Date | null;

  @Column('text', { nullable: true })
  engine!: string | null;

  @Column('text', { nullable: true })
  summary!: string | null;

  // json keeps the order of the fields, which is the order of the API's answers.
  @Column('json', { nullable: true })
  themes!: StoredTheme[] | null;

  @Column('integer', { name: 'total_themes', nullable: true })
  totalThemes!: number | null;

  @Column('json', { nullable: true })
  metadata!: AnalysisMetadata | null;

  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'generated_at', nullable: true })
  generatedAt!: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}
