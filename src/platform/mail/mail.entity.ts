import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeaseState } from '#platform/database/lease.js';

/** A mail to one person. The worker sends it under a lease; the operator reads those that are `kept`. */
@Entity('mails')
export class Mail {
  @PrimaryColumn('uuid') id!: string;

  /** The purpose of the mail, such as `verify-email`. */
  @Column('text') kind!: string;
  @Column('text') recipient!: string;
  @Column('text') subject!: string;

  /** `MailContent` as JSON, encrypted. */
  @Column('bytea') contentEncrypted!: Buffer;

  /** A mail is `kept` when it was written without a mail server. */
  @Column('text') state!: LeaseState | 'kept';
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
