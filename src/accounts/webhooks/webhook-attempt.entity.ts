import { Column, Entity, PrimaryColumn } from 'typeorm';

export const ATTEMPT_ERRORS = ['timeout', 'connection', 'tls', 'dns', 'refused_address', 'status'] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** One request of a delivery, and the answer of the receiver. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn('uuid') deliveryId!: string;

  /** From 1. */
  @PrimaryColumn('integer') number!: number;
  @Column('timestamptz') startedAt!: Date;
  @Column('integer') durationMs!: number;
  @Column('integer', { nullable: true }) responseStatus!: number | null;

  /** Null for an answer with a 2xx status. */
  @Column('text', { nullable: true }) error!: AttemptError | null;

  /** The first 4 KB of the answer. */
  @Column('text', { nullable: true }) responseBody!: string | null;
}
