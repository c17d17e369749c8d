import { Column, Entity, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of one event to one endpoint. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') endpointId!: string;
  @Column('uuid') eventId!: string;
  @Column('text') eventType!: string;

  /** The origin of the delivery: the event itself, the replay of a range, the replay of one delivery, or a test. */
  @Column('text') origin!: 'event' | 'range' | 'replay' | 'test';

  /** The bytes that are sent. */
  @Column('text') body!: string;
  @Column('text', { default: 'pending' }) status!: DeliveryStatus;
  @Column('integer', { default: 0 }) attemptsMade!: number;

  /** The number of claims. Only the latest claim may record an attempt. */
  @Column('integer', { default: 0 }) claims!: number;

  /** The time until which a worker may make an attempt. */
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** Null unless the delivery is pending. */
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
  @Column('uuid', { nullable: true }) replayOf!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
