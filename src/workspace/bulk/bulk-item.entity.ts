import { Column, Entity, PrimaryColumn } from 'typeorm';

export const ITEM_STATUSES = ['waiting', 'running', 'succeeded', 'failed', 'skipped', 'canceled'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** One paid call of a bulk job, with its answer. */
@Entity('bulk_items')
export class BulkItem {
  @PrimaryColumn('uuid') jobId!: string;
  @PrimaryColumn('integer') index!: number;

  /** The item as it was sent. */
  @Column('jsonb') request!: object;
  @Column('text', { default: 'waiting' }) status!: ItemStatus;
  @Column('integer', { nullable: true }) httpStatus!: number | null;

  /** The data of the call, or its error. */
  @Column('jsonb', { nullable: true }) answer!: object | null;
  @Column('integer', { default: 0 }) creditsCharged!: number;
}
