import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a team has left, and how many ledger entries say so. */
@Entity('credit_accounts')
export class CreditAccount {
  @PrimaryColumn('uuid')
  teamId!: string;

  @Column('integer', { default: 0 })
  balance!: number;

  @Column('integer', { default: 0 })
  entries!: number;
}
