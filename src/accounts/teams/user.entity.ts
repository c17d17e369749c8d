import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who can sign in. */
@Entity('users')
export class User {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;

  /** Null for a person who signs in with the identity provider only. */
  @Column('text', { nullable: true }) passwordHash!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;

  /** When an operator disabled the account. Null for an account that may sign in. */
  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;

  /** When the address was confirmed. Null until a person who signed up has opened the link. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) emailVerifiedAt!: Date | null;
}
