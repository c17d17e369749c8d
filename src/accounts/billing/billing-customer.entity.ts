import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The customer at the billing provider that a team is. It is stored before the team can pay. */
@Entity('billing_customers')
export class BillingCustomer {
  @PrimaryColumn('uuid') teamId!: string;
  @Column('text') customerId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
