import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The balance of a team, and the number of its ledger entries. */
@Entity('credit_accounts')
export class CreditAccount {
  @PrimaryColumn('uuid') teamId!: string;
  @Column('integer', { default: 0 }) balance!: number;
  @Column('integer', { default: 0 }) entries!: number;

  /** The part of the balance that is in pools. The rest are the credits of the period. */
  @Column('integer', { default: 0 }) pooled!: number;

  /** The position of the first entry of the period; 0 before the first period. */
  @Column('integer', { default: 0 }) periodStart!: number;

  /** The balance at the start of the period, and the credits granted since. */
  @Column('integer', { default: 0 }) periodCredits!: number;
}
