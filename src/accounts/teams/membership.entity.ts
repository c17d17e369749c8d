import { Column, Entity, PrimaryColumn } from 'typeorm';

export type MemberRole = 'owner' | 'member';

/** That a person belongs to a team. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('uuid', { name: 'team_id' })
  teamId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  role!: MemberRole;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
