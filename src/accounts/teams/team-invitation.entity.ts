import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '#platform/caller/caller.js';

/** A link with which one person may join a team. Only the hash of its secret is stored. */
@Entity('team_invitations')
export class TeamInvitation {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') @Generated('uuid') id!: string;
  @Column('uuid') teamId!: string;

  /** The address whose account may accept it. Null for a link that anyone may use. */
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { default: 'member' }) role!: MemberRole;
  @Column('uuid', { nullable: true }) invitedBy!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) usedAt!: Date | null;
}
