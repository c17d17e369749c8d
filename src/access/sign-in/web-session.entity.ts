import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person signed in with a browser; only the hash of the cookie's value is kept. */
@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt!: Date;
}
