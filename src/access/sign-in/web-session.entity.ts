import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser session of a person. Only the hash of the cookie's value is stored. */
@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt!: Date;
}
