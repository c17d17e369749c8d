import { Column, Entity, PrimaryColumn } from 'typeorm';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export const DISABLED_REASONS = ['manual', 'failing', 'gone', 'plan'] as const;

/** An address of a team that receives its events. A deleted endpoint is kept as long as its log. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') url!: string;

  /** Or only `*`: all types, including future ones. */
  @Column('text', { array: true }) eventTypes!: string[];
  @Column('text', { nullable: true }) description!: string | null;
  @Column('boolean', { default: true }) livemode!: boolean;
  @Column('text', { default: 'enabled' }) status!: (typeof ENDPOINT_STATUSES)[number];
  @Column('text', { nullable: true }) disabledReason!: (typeof DISABLED_REASONS)[number] | null;

  /** The first failure since the last success. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;

  /** The number of failures since the last success. */
  @Column('integer', { default: 0 }) failures!: number;

  /** When owners and admins got the mail that the endpoint keeps failing. Null again after a success. */
  @Column('timestamptz', { nullable: true }) warnedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastSuccessAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastFailureAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
