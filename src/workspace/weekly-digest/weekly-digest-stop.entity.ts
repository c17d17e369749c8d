import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who wants no weekly digest of a team. */
@Entity('weekly_digest_stops')
export class WeeklyDigestStop {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
