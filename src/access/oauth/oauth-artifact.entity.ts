import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One thing the authorization server keeps: a client, a code, a token. Its id is the secret, so only a hash is kept. */
@Entity('oauth_artifacts')
export class OauthArtifact {
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('bytea', { name: 'id_hash' })
  idHash!: Buffer;

  @Column('text', { name: 'grant_id', nullable: true })
  grantId!: string | null;

  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'consumed_at', nullable: true })
  consumedAt!: Date | null;
}
