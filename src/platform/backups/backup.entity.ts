import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';

/** A backup that the schedule asks for, at its time. */
@Entity('backups')
export class Backup {
  @PrimaryColumn('timestamptz') dueAt!: Date;
  @Column('text', { default: 'queued' }) state!: LeaseState;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** The name of the file in BACKUP_DIR, once it is complete. */
  @Column('text', { nullable: true }) file!: string | null;
  @Column('bigint', { nullable: true }) bytes!: number | null;
  @Column('bigint', { nullable: true }) rows!: number | null;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
