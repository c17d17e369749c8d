import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The highest percentage of a limit that a team was notified of. */
@Entity('spend_thresholds')
export class SpendThreshold {
  /** The team, or the budget of a key. */
  @PrimaryColumn('uuid') subjectId!: string;

  /** The limit of the percentage: the period of a team, or a cap of a budget with its value and, for a daily cap, its date. */
  @PrimaryColumn('text') span!: string;
  @Column('integer') threshold!: number;
  @Column('timestamptz', { default: () => 'now()' }) toldAt!: Date;
}
