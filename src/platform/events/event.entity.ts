import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event. It is written in the transaction of the change that it reports, and delivered by the worker. */
@Entity('events')
export class EventRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('integer', { default: 1 }) version!: number;
  @Column('uuid', { nullable: true }) teamId!: string | null;
  @Column('jsonb') payload!: unknown;

  /** The request that appended the event. */
  @Column('text', { nullable: true }) requestId!: string | null;

  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;

  /** When the deliveries to its subscribers were written. */
  @Column('timestamptz', { nullable: true }) relayedAt!: Date | null;
}
