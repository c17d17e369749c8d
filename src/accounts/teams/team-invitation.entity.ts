import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link by which one person may join a team; only its hash is kept. */
@Entity('team_invitations')
export class TeamInvitation {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
