import { Column, Entity, PrimaryColumn } from 'typeorm';

export type TokenPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'undo-email';

/** The link of a mail. Only the hash of its secret is stored. A person has at most one for each purpose. */
@Entity('user_tokens')
export class UserToken {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('text') purpose!: TokenPurpose;

  /** The address to which the link was sent. */
  @Column('text') email!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
