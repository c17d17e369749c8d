import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key of a team. Only its hash is stored. `hint` is its last four characters, which identify keys in a list. */
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
  @Column('text', { array: true, default: () => "'{read,write,spend:report,spend:pitch,spend:unlock}'" })
  scopes!: string[];

  /** Addresses from which the key may be used, as CIDR ranges. Empty: anywhere. */
  @Column('text', { array: true, default: () => "'{}'" }) allowedCidrs!: string[];

  /** The id of the key that was rotated first. Null for a key that is not a rotation. */
  @Column('uuid', { nullable: true }) familyId!: string | null;

  /** When a new key replaced this one, which still works for some time. */
  @Column('timestamptz', { nullable: true }) rotatedAt!: Date | null;

  /** The last notice of the expiry that the team got, in days before it. Null until then. */
  @Column('integer', { nullable: true }) expiryToldDays!: number | null;

  /** The person who made the key. Null for an operator's key. */
  @Column('uuid', { nullable: true }) createdBy!: string | null;
  @Column('text', { nullable: true }) lastUsedIp!: string | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
