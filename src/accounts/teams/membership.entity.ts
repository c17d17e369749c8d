import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '#platform/caller/caller.js';

export type { MemberRole };

/** The membership of a person in a team. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;
  @Column('text') role!: MemberRole;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
