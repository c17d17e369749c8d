import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EntryKind = 'grant' | 'refill' | 'refund' | 'charge' | 'expiry';

/** One line of a team's ledger; never changed, numbered without gaps. */
@Entity('credit_entries')
export class CreditEntry {
  @PrimaryColumn('uuid', { name: 'team_id' })
  teamId!: string;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  kind!: EntryKind;

  @Column('integer')
  amount!: number;

  @Column('integer', { name: 'balance_after' })
  balanceAfter!: number;

  @Column('uuid', { name: 'purchase_id', nullable: true })
  purchaseId!: string | null;

  @Column('timestamptz', { name: 'period_ends_at', nullable: true })
  periodEndsAt!: Date | null;

  @Column('text', { nullable: true })
  action!: string | null;

  @Column('text', { nullable: true })
  thing!: string | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { name: 'credential_kind' })
  credentialKind!: string;

  @Column('text', { name: 'credential_id', nullable: true })
  credentialId!: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
