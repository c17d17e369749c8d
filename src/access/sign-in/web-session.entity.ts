import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person signed in with a browser; only the hash of the cookie's value is kept. */
@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('bytea', { name: 'id_hash' })
  idHash!: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt!: Date;
}
