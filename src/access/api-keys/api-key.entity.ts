import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A team's key: only its hash is kept. `hint` is its last four characters, to tell keys apart in a list. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'team_id' })
  teamId!: string;

  @Column('text')
  name!: string;

  @Column('bytea', { name: 'key_hash', select: false })
  keyHash!: Buffer;

  @Column('text')
  hint!: string;

  @Column('uuid', { name: 'budget_id', nullable: true })
  budgetId!: string | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
