import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ReportStatus = 'none' | 'generating' | 'completed' | 'failed';

/** A software product, with the state of its latest report, so that lists need no other table. */
@Entity('products')
export class Product {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) maker!: string | null;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { array: true, default: '{}' }) categories!: string[];
  @Column('text', { nullable: true }) logoUrl!: string | null;
  @Column('text', { nullable: true }) website!: string | null;
  @Column('integer', { default: 0 }) reviewCount!: number;

  /** How many times a review was added, changed or removed. */
  @Column('integer', { default: 0 }) reviewChanges!: number;

  /** How many times texts, or names in them, were erased. */
  @Column('integer', { default: 0 }) textErasures!: number;

  @Column('text', { default: 'none' }) reportStatus!: ReportStatus;
  @Column('uuid', { nullable: true }) reportId!: string | null;
  @Column('timestamptz', { nullable: true }) reportGeneratedAt!: Date | null;

  /** `reviewChanges` when the last finished report began to read. Null for a report from before this was counted. */
  @Column('integer', { nullable: true }) reportReviewChanges!: number | null;
  @Column('text', { nullable: true }) painHeadline!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;

  /** Former names for searches, each after a line break. A trigger keeps it. */
  @Column({ type: 'text', default: '', collation: 'C' }) formerKeys!: string;

  /** The products that were merged into this one. What was bought of them is bought of this one. */
  @Column('uuid', { array: true, default: '{}' }) mergedIds!: string[];

  /** The import that inserted the product, and the one that changed it last. Null for those of earlier releases. */
  @Column('integer', { nullable: true }) insertedBy!: number | null;
  @Column('integer', { nullable: true }) changedBy!: number | null;
}
