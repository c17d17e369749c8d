import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PurchaseState = 'open' | 'settled' | 'refunded';

/** The purchase of one paid action. Opened with its charge, then settled or refunded exactly once. */
@Entity('purchases')
export class Purchase {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') action!: string;
  @Column('text') thing!: string;
  @Column('integer') cost!: number;
  @Column('text', { default: 'open' }) state!: PurchaseState;
  @Column('uuid', { nullable: true }) budgetId!: string | null;
  @Column('text') credentialKind!: string;
  @Column('text', { nullable: true }) credentialId!: string | null;
  @Column('text', { nullable: true }) requestId!: string | null;
  @Column('timestamptz') deadlineAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) openedAt!: Date;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
}
