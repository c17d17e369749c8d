import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one credential may spend: over its life (API key) or in any 30 days (connection). */
@Entity('spend_budgets')
export class SpendBudgetRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  teamId!: string;

  @Column('text')
  kind!: 'lifetime' | 'rolling';

  @Column('integer')
  ceiling!: number;

  /** What was ever allowed: a lowered cap does not make past spending wrong. */
  @Column('integer')
  highestCeiling!: number;
}
