import { Column, Entity, PrimaryColumn } from 'typeorm';

/** News that travels upward: written in the transaction that made it true, relayed by the worker. */
@Entity('events')
export class EventRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'relayed_at', nullable: true })
  relayedAt!: Date | null;
}
