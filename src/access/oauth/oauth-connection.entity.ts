import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a person allowed on the consent page: one client, one team, one budget, until it ends or is disconnected. */
@Entity('oauth_connections')
export class OauthConnection {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'grant_id' })
  grantId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('text', { name: 'client_id' })
  clientId!: string;

  @Column('text', { name: 'client_name' })
  clientName!: string;

  @Column('uuid', { name: 'budget_id', nullable: true })
  budgetId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
