import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Texts to be read together: the row that a detection job rings for. */
@Entity('detection_batches')
export class DetectionBatch {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: 'reviews' | 'posts';

  @Column('uuid', { name: 'text_ids', array: true })
  textIds!: string[];

  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'running' | 'done' | 'failed';

  /** How often it was claimed; also the number of the claim that may finish it. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { name: 'lease_ends_at', nullable: true })
  leaseEndsAt!: Date | null;

  @Column('timestamptz', { name: 'rung_at', nullable: true })
  rungAt!: Date | null;

  /** Opportunities that came of it. */
  @Column('integer', { nullable: true })
  found!: number | null;

  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
