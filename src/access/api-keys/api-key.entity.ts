import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key of a team. Only its hash is stored. `hint` is its last four characters, to tell keys apart in a list. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') name!: string;
  @Column('bytea', { select: false }) keyHash!: Buffer;
  @Column('text') hint!: string;
  @Column('uuid', { nullable: true }) budgetId!: string | null;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
