import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A name that a product had before it was renamed, or that another one had before it was merged into the product. */
@Entity('product_aliases')
export class ProductAlias {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') productId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) maker!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
