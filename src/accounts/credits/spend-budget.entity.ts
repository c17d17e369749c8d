import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The spending limit of one credential: over its lifetime (API key) or in any 30 days (connection). */
@Entity('spend_budgets')
export class SpendBudgetRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') kind!: 'lifetime' | 'rolling';
  @Column('integer') ceiling!: number;

  /** The maximum number of credits of one day in UTC. Null without a daily cap. */
  @Column('integer', { nullable: true }) dailyCeiling!: number | null;

  /** The highest limit so far. Verification uses it, because spending may exceed a limit that was lowered later. */
  @Column('integer') highestCeiling!: number;
}
