import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that one subscriber has not handled yet. A delivery that succeeds is deleted. */
@Entity('event_deliveries')
export class EventDelivery {
  @PrimaryColumn('uuid') eventId!: string;
  @PrimaryColumn('text') subscriber!: string;

  /** The number of attempts started. */
  @Column('integer', { default: 0 }) attempts!: number;

  /** Until when an attempt may last that no other one follows. */
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** The earliest time of the next attempt. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** When the last attempt failed. Only an operator can then retry the delivery. */
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;

  /** Why the latest attempt failed. */
  @Column('text', { nullable: true }) failure!: string | null;
}
