import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The balance of a team, and the number of its ledger entries. */
@Entity('credit_accounts')
export class CreditAccount {
  @PrimaryColumn('uuid') teamId!: string;
  @Column('integer', { default: 0 }) balance!: number;
  @Column('integer', { default: 0 }) entries!: number;
}
