import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ReportStatus = 'none' | 'generating' | 'completed' | 'failed';

/** A software product, and what search shows of its report: written down here by whoever makes reports. */
@Entity('products')
export class Product {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  maker!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { array: true, default: '{}' })
  categories!: string[];

  @Column('text', { name: 'logo_url', nullable: true })
  logoUrl!: string | null;

  @Column('text', { nullable: true })
  website!: string | null;

  @Column('integer', { name: 'review_count', default: 0 })
  reviewCount!: number;

  @Column('text', { name: 'report_status', default: 'none' })
  reportStatus!: ReportStatus;

  @Column('uuid', { name: 'report_id', nullable: true })
  reportId!: string | null;

  @Column('timestamptz', { name: 'report_generated_at', nullable: true })
  reportGeneratedAt!: Date | null;

  @Column('text', { name: 'pain_headline', nullable: true })
  painHeadline!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
