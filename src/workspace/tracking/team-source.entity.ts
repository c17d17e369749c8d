import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A source that is fetched for a team. Several teams may share it, at the shortest of their intervals and that of the operator. */
@Entity('team_sources')
export class TeamSource {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') sourceId!: string;
  @Column('integer') intervalSeconds!: number;

  /** What the team named the place. Null for a source from an earlier release that another team or the operator named. */
  @Column('jsonb', { nullable: true }) settings!: Record<string, string> | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
