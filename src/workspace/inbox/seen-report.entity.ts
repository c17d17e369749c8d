import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A report that a team opened before its notice came, so that it needs none. Kept a day. */
@Entity('seen_reports')
export class SeenReport {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') reportId!: string;
  @Column('timestamptz', { default: () => 'now()' }) seenAt!: Date;
}
