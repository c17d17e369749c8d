import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product in one of its categories, in the order of reviews: kept by triggers on `products`, read by competitors. */
@Entity('product_categories')
export class ProductCategory {
  @PrimaryColumn('uuid')
  productId!: string;

  @PrimaryColumn('text')
  category!: string;

  @Column('integer')
  reviewCount!: number;
}
