import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The part of a ledger entry that concerns a pool. The rest of the entry concerns the credits of the period. */
@Entity('credit_pool_entries')
export class CreditPoolEntry {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('integer') position!: number;
  @PrimaryColumn('uuid') poolId!: string;
  @Column('integer') amount!: number;

  /** What is left of the pool. Each part continues the one before it. */
  @Column('integer') remainingAfter!: number;
}
