import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EntryKind = 'grant' | 'refill' | 'refund' | 'charge' | 'expiry';

/** One entry of a team's ledger. Entries never change and are numbered without gaps. */
@Entity('credit_entries')
export class CreditEntry {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('integer') position!: number;
  @Column('text') kind!: EntryKind;
  @Column('integer') amount!: number;
  @Column('integer') balanceAfter!: number;
  @Column('uuid', { nullable: true }) purchaseId!: string | null;
  @Column('timestamptz', { nullable: true }) periodEndsAt!: Date | null;
  @Column('text', { nullable: true }) action!: string | null;
  @Column('text', { nullable: true }) thing!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text') credentialKind!: string;
  @Column('text', { nullable: true }) credentialId!: string | null;
  @Column('text', { nullable: true }) requestId!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
