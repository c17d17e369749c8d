import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A client, code or token of the authorization server. Its id is a secret, so only a hash of the id is stored. */
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
