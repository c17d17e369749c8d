import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The file with all rows about a person. A person has one; another request replaces it. */
@Entity('data_copies')
export class DataCopy {
  @PrimaryColumn('uuid') userId!: string;
  /** Part of the address of the file. */
  @Column('uuid') id!: string;
  /** The file, as gzip. Null until a worker has made it. */
  @Column('bytea', { nullable: true }) content!: Buffer | null;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt!: Date;
  /** The earliest time of the next attempt. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
