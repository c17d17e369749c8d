import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The payment of a pack, as it was last read. `returned`: refunded or disputed. */
@Entity('billing_payments')
export class BillingPayment {
  /** The id at the provider. */
  @PrimaryColumn('text') id!: string;
  @Column('uuid') teamId!: string;
  @Column('integer') credits!: number;
  @Column('text') state!: 'open' | 'paid' | 'returned';

  /** When the reading that is stored here began. */
  @Column('timestamptz') readAt!: Date;
}
