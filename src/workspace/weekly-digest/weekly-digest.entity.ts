import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A week that a person was told of, or in which nothing was new. One row for each week, so no digest is mailed twice. */
@Entity('weekly_digests')
export class WeeklyDigest {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;

  /** The Monday after the week. */
  @PrimaryColumn('date') week!: string;

  /** The products with news; 0 if there was no mail. */
  @Column('integer') products!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
