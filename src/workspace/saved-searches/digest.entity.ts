import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A digest that was mailed to a person. One row for each due time, so no digest is mailed twice. */
@Entity('digests')
export class Digest {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) dueAt!: Date;

  /** The number of opportunities, including those beyond the best. */
  @Column('integer') opportunities!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
