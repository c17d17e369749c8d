import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account of a person at the identity provider. Its address there is not stored: it may change owners. */
@Entity('user_identities')
export class UserIdentity {
  /** The `iss` and `sub` of ID tokens. */
  @PrimaryColumn('text') issuer!: string;
  @PrimaryColumn('text') subject!: string;
  @Column('uuid') userId!: string;

  /** Whether the provider stated that the last login used a second factor. */
  @Column('boolean', { default: false }) hasSecondFactor!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastUsedAt!: Date;
}
