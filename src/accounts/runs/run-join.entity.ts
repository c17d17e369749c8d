import { Entity, PrimaryColumn } from 'typeorm';

/** A team that waits for a run which another team, or an operator, started. */
@Entity('run_joins')
export class RunJoin {
  @PrimaryColumn('uuid') runId!: string;
  @PrimaryColumn('uuid') teamId!: string;
}
