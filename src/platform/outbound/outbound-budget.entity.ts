import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often one service is asked, for all processes together. The key is its host, with a credential behind a space if one is used. */
@Entity('outbound_budgets')
export class OutboundBudget {
  @PrimaryColumn('text') key!: string;

  /** The time of the next turn. */
  @Column('timestamptz') allowedAt!: Date;

  /** No request before this time, because the service asked for a pause. */
  @Column('timestamptz', { nullable: true }) blockedUntil!: Date | null;

  /** The pauses in a row without a time, which double. */
  @Column('integer', { default: 0 }) pauses!: number;

  /** What the service last said about its quota. */
  @Column('integer', { nullable: true }) quotaLeft!: number | null;

  /** Requests in a row without a usable answer. */
  @Column('integer', { default: 0 }) failures!: number;

  /** After too many failures no request before this time; then one, which decides. */
  @Column('timestamptz', { nullable: true }) openUntil!: Date | null;
}
