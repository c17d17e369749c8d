import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One thing the authorization server keeps: a client, a code, a token. Its id is the secret, so only a hash is kept. */
@Entity('oauth_artifacts')
export class OauthArtifact {
  @PrimaryColumn('text') model!: string;
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('text', { nullable: true }) grantId!: string | null;
  @Column('jsonb') payload!: Record<string, unknown>;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { nullable: true }) consumedAt!: Date | null;
}
