import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A connection that a person allowed: one client, one team and one budget, until it expires or is disconnected. */
@Entity('oauth_connections')
export class OauthConnection {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') grantId!: string;
  @Column('uuid') userId!: string;
  @Column('uuid') teamId!: string;
  @Column('text') clientId!: string;
  @Column('text') clientName!: string;
  @Column('uuid', { nullable: true }) budgetId!: string | null;
  @Column('boolean', { default: false }) askBeforeSpending!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
