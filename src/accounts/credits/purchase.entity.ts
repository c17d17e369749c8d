import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PurchaseState = 'open' | 'settled' | 'refunded';

/** One thing bought: opened with its charge, then settled or refunded, exactly once. */
@Entity('purchases')
export class Purchase {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('text')
  action!: string;

  @Column('text')
  thing!: string;

  @Column('integer')
  cost!: number;

  @Column('text', { default: 'open' })
  state!: PurchaseState;

  @Column('uuid', { name: 'budget_id', nullable: true })
  budgetId!: string | null;

  @Column('text', { name: 'credential_kind' })
  credentialKind!: string;

  @Column('text', { name: 'credential_id', nullable: true })
  credentialId!: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;

  @Column('timestamptz', { name: 'opened_at', default: () => 'now()' })
  openedAt!: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;
}
