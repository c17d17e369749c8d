import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link with which one person may join a team. Only the hash of its secret is stored. */
@Entity('team_invitations')
export class TeamInvitation {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') teamId!: string;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) usedAt!: Date | null;
}
