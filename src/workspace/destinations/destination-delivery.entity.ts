import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveredNews, NewsFailure, NewsStatus } from './destination.types.js';

/** What a delivery is about, as ids: the texts are read when it is sent, so that an erased text is not sent. */
export interface DeliveryContent {
  opportunity_ids?: string[];
  saved_search_ids?: string[];
  product_id?: string;
  report_id?: string;
  /** The Monday after the week of a digest. */
  week?: string;
}

/** One message to a destination, or one opportunity that is handed over to it. */
@Entity('destination_deliveries')
export class DestinationDelivery {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') destinationId!: string;
  @Column('text') news!: DeliveredNews;

  /** Unique for the news of the destination: an event, a week, an opportunity. */
  @Column('text') subject!: string;
  @Column('jsonb') content!: DeliveryContent;
  @Column('text', { default: 'pending' }) status!: NewsStatus;
  @Column('integer', { default: 0 }) attemptsMade!: number;

  /** The number of claims. Only the latest claim may record an attempt. */
  @Column('integer', { default: 0 }) claims!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;

  /** Null unless the delivery is pending. */
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;

  /** When a message that must not be sent twice was given to the service. A worker that finds it set does not send it again. */
  @Column('timestamptz', { nullable: true }) sendingSince!: Date | null;
  @Column('text', { nullable: true }) failure!: NewsFailure | null;

  /** The reason of the last failure in words. */
  @Column('text', { nullable: true }) detail!: string | null;
  @Column('integer', { nullable: true }) responseStatus!: number | null;
  @Column('timestamptz', { nullable: true }) attemptedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
