import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';

/** A browser session of a person. Only the hash of the cookie's value is stored. */
@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt!: Date;

  /** When the person signed in or gave another proof. */
  @Column('timestamptz', { default: () => 'now()' }) provedAt!: Date;

  /** Whether the person signed in with the identity provider, which asked for a second factor. */
  @Column('boolean', { default: false }) hasProviderFactor!: boolean;

  /** Identifies the session to its person. The cookie's value cannot be derived from it. */
  @Column('uuid') @Generated('uuid') id!: string;
  @Column('text', { nullable: true }) userAgent!: string | null;

  /** The client's address at the sign-in. */
  @Column('text', { nullable: true }) ip!: string | null;
}
