import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PoolKind = 'pack' | 'welcome';

/** Credits of a team beside those of its period, with what is left of them. */
@Entity('credit_pools')
export class CreditPool {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') kind!: PoolKind;

  /** What a pool is made of once: the payment of a pack, the person of welcome credits. */
  @Column('text') sourceId!: string;
  @Column('integer') granted!: number;
  @Column('integer', { default: 0 }) remaining!: number;

  /** The only action that the credits buy. Null for every action. */
  @Column('text', { nullable: true }) onlyAction!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;

  /** When the payment was refunded or disputed. */
  @Column('timestamptz', { nullable: true }) reversedAt!: Date | null;
}
