import { Column, Entity, PrimaryColumn } from 'typeorm';

export type RunState = 'queued' | 'running' | 'completed' | 'failed';

/** A verbatim slice of a review, with where it was said; what the review does not tell is "". */
export interface StoredQuote {
  quote_text: string;
  platform: string;
  source_url: string;
  review_date: string;
}

/** One theme of a finished report. */
export interface StoredTheme {
  category_name: string;
  quotes: StoredQuote[];
  trend: string;
  total_mentions: number;
  business_impact: string;
}

/** How a report came about, and what the themes rest on. */
export interface StoredMetadata {
  engine: string;
  reviews_read: number;
  reviews_with_problem: number;
  date_range: { from: string | null; to: string | null };
  languages: Record<string, number>;
  notes: string[];
  themes: { category_name: string; average_rating: number | null; mentions_by_month: MonthlyMentions[] }[];
}

interface MonthlyMentions {
  month: string;
  mentions: number;
}

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

  @Column('jsonb', { nullable: true })
  themes!: StoredTheme[] | null;

  @Column('integer', { name: 'total_themes', nullable: true })
  totalThemes!: number | null;

  @Column('jsonb', { nullable: true })
  metadata!: StoredMetadata | null;

  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'generated_at', nullable: true })
  generatedAt!: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}
