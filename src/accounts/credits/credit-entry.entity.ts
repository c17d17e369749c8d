import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';

export type EntryKind = 'grant' | 'refill' | 'refund' | 'charge' | 'expiry' | 'reversal';

/** One entry of a team's ledger. Entries never change and are numbered without gaps. */
@Entity('credit_entries')
export class CreditEntry extends OptionalTexts('action', 'thing', 'reason', 'credentialId', 'requestId') {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('integer') position!: number;
  @Column('text') kind!: EntryKind;
  @Column('integer') amount!: number;
  @Column('integer') balanceAfter!: number;
  @Column('uuid', { nullable: true }) purchaseId!: string | null;
  @Column('timestamptz', { nullable: true }) periodEndsAt!: Date | null;
  /** Of the form that granted the credits. */
  @Column('uuid', { nullable: true }) nonce!: string | null;
  @Column('text') credentialKind!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
