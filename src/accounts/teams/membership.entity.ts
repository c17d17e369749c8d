import { Column, Entity, PrimaryColumn } from 'typeorm';

export type MemberRole = 'owner' | 'member';

/** The membership of a person in a team. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;
  @Column('text') role!: MemberRole;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
