import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';

/** A link with which anyone may read one finished report. Only the hash of its secret is stored. */
@Entity('report_shares')
export class ReportShare {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') @Generated('uuid') id!: string;
  @Column('uuid') reportId!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid', { nullable: true }) createdBy!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
