import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PlanTier } from '#config/env.js';

/** A plan that a team asks the operator for. At most one row for a team and a plan is open. */
@Entity('plan_requests')
export class PlanRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') tier!: Exclude<PlanTier, 'free'>;

  /** Null when the account of the person is deleted. */
  @Column('uuid', { nullable: true }) requestedBy!: string | null;
  @Column('text', { default: 'open' }) state!: 'open' | 'granted' | 'declined';
  @Column('timestamptz', { default: () => 'now()' }) requestedAt!: Date;
  @Column('timestamptz', { nullable: true }) decidedAt!: Date | null;
}
