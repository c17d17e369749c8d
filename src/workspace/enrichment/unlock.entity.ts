import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome, UnlockField, UnlockTarget } from './enrichment.types.js';

export type UnlockRunState = 'idle' | 'running' | 'done' | 'failed';

/** What one team unlocked, or is unlocking, on one opportunity: a row per thing, and the row is the truth. */
@Entity('unlocks')
export class Unlock {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('uuid', { name: 'opportunity_id' })
  opportunityId!: string;

  @Column('text')
  target!: UnlockTarget;

  /** The member's index; null unless a member's own contact is meant. */
  @Column('integer', { name: 'target_id', nullable: true })
  targetId!: number | null;

  @Column('text')
  field!: UnlockField;

  @Column('text')
  state!: UnlockRunState;

  @Column('text', { nullable: true })
  outcome!: Outcome | null;

  @Column('text', { nullable: true })
  value!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('boolean', { name: 'from_cache', default: false })
  fromCache!: boolean;

  /** Whose people a committee unlock reveals. */
  @Column('text', { name: 'company_key', nullable: true })
  companyKey!: string | null;

  @Column('text', { name: 'identity_keys', array: true, default: () => "'{}'" })
  identityKeys!: string[];

  @Column('uuid', { name: 'purchase_id', nullable: true })
  purchaseId!: string | null;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
