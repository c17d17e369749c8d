import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of an opportunity that was removed. A trigger of `opportunities` writes it. */
@Entity('opportunity_removals')
export class OpportunityRemoval {
  @PrimaryColumn('uuid') opportunityId!: string;

  /** Null without a product, and when the product was deleted, too. */
  @Column('uuid', { nullable: true }) productId!: string | null;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) removedAt!: Date;
}
