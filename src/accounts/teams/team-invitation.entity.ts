import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link by which one person may join a team; only its hash is kept. */
@Entity('team_invitations')
export class TeamInvitation {
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @Column('uuid')
  teamId!: string;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
