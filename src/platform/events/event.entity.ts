import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that happened: written in the transaction that made it true, delivered by the worker. */
@Entity('events')
export class EventRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('uuid', { nullable: true })
  teamId!: string | null;

  @Column('jsonb')
  payload!: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When a delivery was written for each subscriber. */
  @Column('timestamptz', { nullable: true })
  relayedAt!: Date | null;
}
