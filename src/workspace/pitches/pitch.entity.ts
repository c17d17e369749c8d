import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PitchChannel } from './pitch.types.js';

/** A pitch of a team, from the moment it is paid for. */
@Entity('pitches')
export class Pitch {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('uuid', { name: 'opportunity_id' })
  opportunityId!: string;

  @Column('text', { array: true })
  channels!: PitchChannel[];

  @Column('text', { nullable: true })
  features!: string | null;

  @Column('text')
  state!: 'writing' | 'written' | 'failed';

  @Column('text', { nullable: true })
  markdown!: string | null;

  /** The drafter that wrote it, such as `built-in/1.0.0`. */
  @Column('text', { nullable: true })
  engine!: string | null;

  @Column('uuid', { name: 'purchase_id' })
  purchaseId!: string;

  /** The request that bought it, where it carried an `Idempotency-Key`. */
  @Column('text', { name: 'idempotency_id', nullable: true })
  idempotencyId!: string | null;

  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
