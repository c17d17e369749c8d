import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One category of a product, with the number of reviews of the product. Triggers on `products` maintain the rows; the
 * query of competitors reads them.
 */
@Entity('product_categories')
export class ProductCategory {
  @PrimaryColumn('uuid') productId!: string;
  @PrimaryColumn('text') category!: string;
  @Column('integer') reviewCount!: number;
}
